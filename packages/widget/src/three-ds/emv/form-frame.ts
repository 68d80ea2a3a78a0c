import { unlessAborted } from '../../browser/deadline.ts';
import { membersOf } from '@card-checkout/contract/json';
import { issuerPermissions, type Realm } from '../realm.ts';

/** A form that is posted to an issuer in a frame of its own. */
export interface FramedForm {
  url: string;
  fields: Readonly<Record<string, string>>;
  /** Whether the buyer sees the frame. */
  isVisible: boolean;
  /** The frame's accessible name. */
  title: string;
  /** The merchant's page that the issuer loads at the end; it calls `postMessage`. */
  notificationUrl: string;
  threeDSServerTransID: string;
}

/**
 * Posts a form in a new frame of the realm, and waits for the message of the notification page,
 * `{ threeDSServerTransID }`, from that page's origin and that frame. Ignores anything else.
 * @throws the reason of `signal` when that aborts.
 */
export async function postInFrame(
  { window: realm, document }: Realm,
  form: FramedForm,
  signal: AbortSignal,
): Promise<void> {
  const frame = document.createElement('iframe');
  frame.name = `three-ds-${form.threeDSServerTransID}-${form.isVisible}`;
  frame.title = form.title;
  frame.allow = issuerPermissions;
  frame.hidden = !form.isVisible;
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
  document.body.append(frame);

  const { promise: notified, resolve } = Promise.withResolvers<void>();
  const origin = new URL(form.notificationUrl, location.href).origin;
  const listen = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const id = membersOf(event.data).get('threeDSServerTransID');
    if (id === form.threeDSServerTransID) resolve();
  };
  realm.addEventListener('message', listen);
  submit(document, frame.name, form);
  try {
    await unlessAborted(signal, notified);
  } finally {
    realm.removeEventListener('message', listen);
    frame.remove();
  }
}

function submit(document: Document, target: string, { url, fields }: FramedForm): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.target = target;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
