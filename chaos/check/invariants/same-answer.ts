import type { BrowserAnswer, Evidence, Violation } from '../evidence.ts';
import { heardIn } from './heard.ts';

/** I4: the same key gets the same answer, and another body under it is refused. */
export function sameAnswer({ answers }: Evidence): Violation[] {
  const byKey = [...Map.groupBy(answers, ({ key }) => key).values()];
  return byKey.flatMap(differences).concat(byKey.flatMap(reuses));
}

/** Compares the bodies of all answers that tell of the same end. */
function differences(answers: readonly BrowserAnswer[]): Violation[] {
  const ends = answers
    .map(heardIn)
    .filter((heard) => heard !== undefined && heard.status !== 'processing');
  const byEnd = Map.groupBy(ends, (heard) => `${heard?.status} ${heard?.code}`);
  return [...byEnd].flatMap(([end, heard]) => {
    const texts = new Set(heard.map((each) => each?.answer.text));
    const orderId = heard[0]?.answer.orderId;
    const fault = `one key got ${texts.size} different answers that it is ${end}`;
    return texts.size > 1 ? [{ invariant: 'I4', fault, ...(orderId && { orderId }) } as const] : [];
  });
}

function reuses(answers: readonly BrowserAnswer[]): Violation[] {
  const known = answers.filter((answer) => !answer.isOtherBody && heardIn(answer));
  return answers
    .filter(({ isOtherBody, sentAt }) => {
      const wasKnown = known.some(({ receivedAt }) => receivedAt < sentAt);
      return isOtherBody && wasKnown;
    })
    .filter(({ httpStatus, text }) => httpStatus !== 503 && !isRefusedReuse(httpStatus, text))
    .map(({ orderId, httpStatus }) => ({
      invariant: 'I4',
      orderId,
      fault: `another body under a known key was answered ${httpStatus}`,
    }));
}

function isRefusedReuse(httpStatus: number, text: string): boolean {
  return httpStatus === 422 && text.includes('idempotency_key_reused');
}
