import type { PaymentView } from '../views.ts';
import type { Texts } from './texts/texts.ts';

type Language = Pick<Texts, 'language'>;

export function money({ language }: Language, centavos: number): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  return format.format(centavos / 100);
}

export function dayAndTime({ language }: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(iso));
}

export function timeOfDay({ language }: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(time);
}

/** Returns e.g. "Sunday, November 22". */
export function day({ language }: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return format.format(new Date(iso));
}

export function hourOfDay({ language }: Language, iso: string): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(iso));
}

/** Returns e.g. "Visa •••• 1111, credit". */
export function cardText({ kinds }: Texts, { card }: PaymentView): string {
  if (!card) return '';
  const { brand = '', last4, kind } = card;
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} ••••\u00a0${last4}, ${kind === 'debit' ? kinds.debit : kinds.credit}`.trim();
}
