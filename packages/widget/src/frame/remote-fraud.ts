import type { FraudAdapter, FraudProfile, FraudSettings } from '../fraud/adapter.ts';
import type { FraudMessage } from '../isolated/frame-messages.ts';
import type { PageMessage } from '../isolated/page-messages.ts';

type Answer = Extract<PageMessage, { type: 'fraud' }>;

/** Has the page run the fraud script, whose vendor could read the card if it ran in the frame. */
export class RemoteFraud implements FraudAdapter {
  readonly needsScript = true;
  readonly #send: (message: FraudMessage) => void;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  constructor(send: (message: FraudMessage) => void) {
    this.#send = send;
  }

  start({ scriptUrl, options, sessionId }: FraudSettings): FraudProfile {
    let reference: string | undefined;
    const ask = async (stage: FraudMessage['stage']): Promise<void> => {
      const id = ++this.#lastId;
      const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
      const script = { scriptUrl, options: Object.fromEntries(options), sessionId };
      this.#send({ type: 'fraud', id, stage, ...script });
      const { isDone, reference: given } = await answer;
      if (!isDone) throw new Error('the page has no profile');
      reference = given;
    };
    return {
      loaded: ask('load'),
      complete: async () => ask('complete'),
      reference: () => reference,
    };
  }

  /** Takes the page's answer; one that nothing waits for is ignored. */
  receive(answer: Answer): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }
}
