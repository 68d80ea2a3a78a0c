import { unlessAborted } from '../../browser/deadline.ts';
import { membersOf } from '@card-checkout/contract/json';
import { issuersMay, type Realm } from '../realm.ts';

/** A form that a frame of its own posts to an issuer. */
export interface FramedForm {
  url: string;
  fields: Readonly<Record<string, string>>;
  /** Whether the buyer is to see the frame. */
  isVisible: boolean;
  /** Says what the frame is to those who do not see it. */
  title: string;
  /** Where the issuer sends the frame in the end; its page tells ours so by `postMessage`. */
  notificationUrl: string;
  threeDSServerTransID: string;
}

/**
 * Posts a form into a new frame of the realm, and waits until the notification page in it says so: a message
 * from that page's origin and that frame, `{ threeDSServerTransID }`. What else it says is not believed.
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
  frame.allow = issuersMay;
  frame.hidden = !form.isVisible;
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
  document.body.append(frame);

  const { promise: told, resolve } = Promise.withResolvers<void>();
  const origin = new URL(form.notificationUrl, location.href).origin;
  const listen = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const id = membersOf(event.data).get('threeDSServerTransID');
    if (id === form.threeDSServerTransID) resolve();
  };
  realm.addEventListener('message', listen);
  submit(document, frame.name, form);
  try {
    await unlessAborted(signal, told);
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
