import { shortCodeOf } from '@card-checkout/contract/payment';
import type { PaymentView } from './views.ts';

/** What an operator knows about a payment: what the buyer, the card's statement or the portal says. */
export interface Clues {
  /** As `shortCodeOf` writes it. */
  short?: string;
  last4?: string;
  amountCentavos?: number;
  /** Midnight of its day, in the process's time zone. */
  day?: Date;
}

const dayMs = 86_400_000;

/**
 * Reads clues, e.g. `R$ 129,90 · final 2701 · 25/11 17:46`, the line that the page shows for the
 * acquirer's portal. Returns undefined if a word is none.
 */
export function cluesIn(text: string, isMonthFirst: boolean, now: Date): Clues | undefined {
  const clues: Clues = {};
  const words = text
    .replaceAll(/R\$|·|,(?= )|\b\d\d:\d\d\b|\b(final|ending)\b/gi, ' ')
    .split(/\s+/);
  for (const word of words.filter((each) => each !== '')) {
    const day = dayOf(word, isMonthFirst, now);
    if (/^\d{4}$/.test(word)) clues.last4 = word;
    else if (/^\d[\d.,]*[.,]\d\d$/.test(word))
      clues.amountCentavos = Number(word.replaceAll(/\D/g, ''));
    else if (/^[\da-f]{4}-?[\da-f]{4}$/i.test(word))
      clues.short = shortCodeOf(word.replace('-', ''));
    else if (day) clues.day = day;
    else return undefined;
  }
  return Object.keys(clues).length > 0 ? clues : undefined;
}

/** Reads `2026-11-25`, `25/11/2026`, or `25/11` of the last twelve months. */
function dayOf(word: string, isMonthFirst: boolean, now: Date): Date | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word);
  const local = /^(\d\d?)\/(\d\d?)(?:\/(?:20)?(\d\d))?$/.exec(word);
  if (iso) return new Date(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  if (!local) return undefined;
  const [first, second, year] = local.slice(1).map(Number);
  const [day = 0, month = 0] = isMonthFirst ? [second, first] : [first, second];
  if (local[3] !== undefined) return new Date(2000 + Number(year), month - 1, day);
  const date = new Date(now.getFullYear(), month - 1, day);
  return date > now ? new Date(now.getFullYear() - 1, month - 1, day) : date;
}

/** Returns when a payment of these clues may have changed last: within a week of its day. */
export function rangeOf({ day }: Clues): { since: string; until: string } {
  if (!day) return { since: '', until: '9' };
  return { since: day.toISOString(), until: new Date(day.getTime() + 8 * dayMs).toISOString() };
}

export function fits({ paymentId, card, amount, startedAt }: PaymentView, clues: Clues): boolean {
  const { short, last4, amountCentavos, day } = clues;
  const age = day ? Date.parse(startedAt) - day.getTime() : 0;
  return (
    (short === undefined || short === shortCodeOf(paymentId)) &&
    (last4 === undefined || last4 === card?.last4) &&
    (amountCentavos === undefined || amountCentavos === amount) &&
    age >= 0 &&
    age < dayMs
  );
}
