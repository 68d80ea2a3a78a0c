import type { PaymentView } from '../views.ts';
import type { Texts } from './texts/texts.ts';

type Language = Pick<Texts, 'language'>;

/** Formats centavos, e.g. "R$ 129,90". */
export function money({ language }: Language, centavos: number): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  return format.format(centavos / 100);
}

/** Formats a time as day and minute, in the zone of the browser. */
export function dayAndTime({ language }: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(iso));
}

/** Formats a time of the day with its seconds. */
export function timeOfDay({ language }: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(time);
}

/** Formats a day, e.g. "Sunday, November 22". */
export function day({ language }: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return format.format(new Date(iso));
}

/** Formats the beginning of an hour, e.g. "14:00". */
export function hourOfDay({ language }: Language, iso: string): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(iso));
}

/** Describes a card by what the shop may keep of it, e.g. "Visa •••• 1111, credit". */
export function cardText({ kinds }: Texts, { card }: PaymentView): string {
  if (!card) return '';
  const { brand = '', last4, kind } = card;
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} ••••\u00a0${last4}, ${kind === 'debit' ? kinds.debit : kinds.credit}`.trim();
}
