import type { CheckoutRequest } from '@card-checkout/contract';
import { digitsInGroups, maskedText, securityCodeName } from './card-data.ts';
import { unescaped } from './hidden-secrets.ts';

/** Names of card data and secrets in JSON, XML, forms and prose. */
const sensitiveNames =
  String.raw`expir|exp[_-]?(?:date|month|year|mm|yy)|validade|vencimento|holder|card_?name|cavv|` +
  'password|passwd|senha|secret|token|api.?key|authorization|cookie|credential';

const namedSecret = new RegExp(
  String.raw`((?:${securityCodeName.source}|${sensitiveNames})\w{0,20}[\\"']*\s*[:=>]\s*[\\"']*)[^\\"'&,;<>{}\r\n]+`,
  'gi',
);

/** The password in an address (RFC 3986, 3.2.1). */
const urlPassword = /(:\/\/[^\s:/@"']*:)[^\s/@"']+@/g;

/** Text that may be Base64 (RFC 4648), long enough for a card number. */
const base64Run = /[\w+/-]{16,}/g;

/**
 * Masks an answer's body for the log: everything that `maskedText` masks, the card's holder and expiry,
 * the buyer's document, the proof of authentication, and anything named like a secret. Resolves escapes first,
 * because an API may echo the whole request in any notation.
 */
export function maskedBody(text: string, { card, payer, threeDSecure }: CheckoutRequest): string {
  const [year = '', month = ''] = card.expiry.split('-');
  const years = `(?:${year}|${year.slice(2)})`;
  const between = String.raw`\s*[/.-]\s*`;
  const values = [
    digitsInGroups(card.number),
    digitsInGroups(payer.document),
    String.raw`(?<!\d)(?:${month}${between}${years}|${years}${between}${month})(?!\d)`,
    ...[
      card.holder,
      threeDSecure?.Cavv?.replace(/=+$/, '') ?? '',
      threeDSecure?.ReferenceId ?? '',
    ].map(patternOf),
  ].filter((pattern) => pattern.length > 2);
  const valueOf = new RegExp(values.join('|'), 'gi');
  const hides = (run: string): boolean => run.search(valueOf) >= 0;
  const shown = unescaped(text)
    .replaceAll(base64Run, (run) => (decodingsOf(run).some(hides) ? '[secret]' : run))
    .replaceAll(urlPassword, '$1[secret]@')
    .replaceAll(namedSecret, '$1[secret]')
    .replaceAll(valueOf, '[secret]');
  return maskedText(shown, card);
}

/** Decodes Base64 that may follow up to three other characters. */
function decodingsOf(run: string): string[] {
  return [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString());
}

/** Returns a pattern for a text, with spaces or a form's plus signs. */
function patternOf(text: string): string {
  return text
    .split(/[\s+]+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`))
    .join(String.raw`[\s+]+`);
}
