import type { Evidence, KeptText, Violation } from '../evidence.ts';

/** I7: nothing is left half done, nobody kept card data, and no process did what none may do. */
export function cleanEnd(evidence: Evidence): Violation[] {
  const halfDone = evidence.attempts
    .filter(({ status }) => ['reserved', 'sending', 'waiting'].includes(status))
    .map(({ orderId, status }) => violation(`an attempt is left ${status}`, orderId));
  const undelivered = evidence.messagesLeft
    ? [violation(`${evidence.messagesLeft} messages were never delivered`)]
    : [];
  const leaks = evidence.texts
    .map((kept) => leakIn(kept, evidence))
    .filter((fault) => fault !== undefined);
  return [
    ...halfDone,
    ...undelivered,
    ...[...new Set(leaks)].map((fault) => violation(fault)),
    ...evidence.misconduct.map((fault) => violation(fault)),
  ];
}

function leakIn({ place, text }: KeptText, evidence: Evidence): string | undefined {
  if (holdsCardNumber(text, evidence.cardNumbers)) return `${place} holds a card number`;
  const isCode = new RegExp(String.raw`(?<![\w.:+-])${evidence.securityCode}(?![\w.:+-])`);
  const isNamed = /"(cvv|securityCode)"/;
  const holdsCode = isCode.test(text) || isNamed.test(text);
  return holdsCode && !isBytes(place) ? `${place} holds a security code` : undefined;
}

/** Four digits may stand in any file by chance; its rows are searched one by one. */
function isBytes(place: string): boolean {
  return /\.db(-\w+)?$/.test(place);
}

const cardNumberLength = 16;

function holdsCardNumber(text: string, numbers: ReadonlySet<string>): boolean {
  return [...text.matchAll(/\d(?:[ .-]?\d){15,}/g)]
    .flatMap(([run]) => windowsOf(run.replaceAll(/\D/g, '')))
    .some((digits) => numbers.has(digits));
}

/** Lists every run of 16 digits in a longer one. */
function windowsOf(digits: string): string[] {
  const count = digits.length - cardNumberLength + 1;
  return Array.from({ length: count }, (_, at) => digits.slice(at, at + cardNumberLength));
}

function violation(fault: string, orderId?: string): Violation {
  return { invariant: 'I7', fault, ...(orderId && { orderId }) };
}
