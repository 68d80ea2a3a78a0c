import { isGreeting } from '../isolated/page-messages.ts';
import { FramedForm } from './framed-form.ts';

/** The origins of the merchant's pages, which the proxy has written into the document. */
const allowedOrigins = document.documentElement.dataset['origins']?.split(' ') ?? [];

/** Begins with the first page that may; every later greeting is ignored. */
function onGreeting({ source, origin, data, ports: [port] }: MessageEvent): void {
  const isParent = source === parent && parent !== self;
  if (!isParent || !allowedOrigins.includes(origin) || !isGreeting(data) || !port) return;
  removeEventListener('message', onGreeting);
  new FramedForm(port, origin).start();
}

addEventListener('message', onGreeting);
