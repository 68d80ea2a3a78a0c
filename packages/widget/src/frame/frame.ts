import { isGreeting } from '../isolated/page-messages.ts';
import { FramedForm } from './framed-form.ts';

// The proxy has written both into the document.
const { origins = '', realm = location.origin } = document.documentElement.dataset;
/** The origins of the merchant's pages. */
const allowedOrigins = origins.split(' ');

/** Begins with the first page that may; every later greeting is ignored. */
function onGreeting({ source, origin, data, ports: [port] }: MessageEvent): void {
  const isParent = source === parent && parent !== self;
  if (!isParent || !allowedOrigins.includes(origin) || !isGreeting(data) || !port) return;
  removeEventListener('message', onGreeting);
  new FramedForm(port, origin, realm).start();
}

addEventListener('message', onGreeting);
