import { isFrameMessage, type FrameMessage } from './frame-messages.ts';
import type { Greeting, PageMessage } from './page-messages.ts';

/** What the page may call in the frame. */
export type Method = Extract<PageMessage, { type: 'call' }>['method'];

/** The page's end of the channel to one document in the frame. */
export class FrameLink {
  readonly #port: MessagePort;
  readonly #calls = new Map<number, () => void>();
  #lastId = 0;

  /** Greets a document. The browser delivers that to a document of the proxy's origin only. */
  constructor(target: Window, origin: string, onMessage: (message: FrameMessage) => void) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.addEventListener('message', ({ data }) => {
      if (!isFrameMessage(data)) return;
      if (data.type === 'done') this.#calls.get(data.id)?.();
      else onMessage(data);
    });
    port1.start();
    const greeting: Greeting = { type: 'card-checkout', version: '1' };
    target.postMessage(greeting, origin, [port2]);
  }

  send(message: PageMessage): void {
    this.#port.postMessage(message, []);
  }

  /** Calls a method of the element in the frame; resolves when it has ended or the link is closed. */
  async call(method: Method): Promise<void> {
    const id = ++this.#lastId;
    const done = new Promise<void>((resolve) => this.#calls.set(id, resolve));
    this.send({ type: 'call', id, method });
    await done;
    this.#calls.delete(id);
  }

  close(): void {
    this.#port.close();
    for (const end of this.#calls.values()) end();
  }
}
