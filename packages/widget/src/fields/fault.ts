import type { FaultMessages } from '../locales/messages.ts';

/** Says what is wrong with a field: the key of a sentence and what stands in its gap. */
export interface Fault {
  key: keyof FaultMessages;
  /** Replaces `{n}` in the sentence. */
  n?: number;
}
