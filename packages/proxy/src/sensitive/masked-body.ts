import type { CheckoutRequest } from '@card-checkout/contract';
import { digitsInGroups, maskedText, securityCodeName } from './card-data.ts';

/** Names of members whose values are card data or secrets, in JSON, in XML, in a form or in prose. */
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

/** How many escapes may lie in each other, as in a form within JSON within JSON. */
const maxEscapes = 3;

/**
 * Masks an answer's body for the log: what `maskedText` masks, the card's holder and expiry, the
 * buyer's document, the cryptogram, and what is named like a secret. A service may echo the whole
 * request, in any notation, so escapes are resolved first.
 */
export function maskedBody(text: string, { card, payer, threeDSecure }: CheckoutRequest): string {
  const [year = '', month = ''] = card.expiry.split('-');
  const years = `(?:${year}|${year.slice(2)})`;
  const between = String.raw`\s*[/.-]\s*`;
  const values = [
    digitsInGroups(card.number),
    digitsInGroups(payer.document),
    String.raw`(?<!\d)(?:${month}${between}${years}|${years}${between}${month})(?!\d)`,
    ...[card.holder.trim(), threeDSecure?.Cavv?.replace(/=+$/, '') ?? ''].map(patternOf),
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

/** Resolves the escapes of JSON, HTML and URLs, also within each other. */
function unescaped(text: string): string {
  let plain = text;
  for (let depth = 0; depth < maxEscapes; depth++) {
    plain = plain
      .replaceAll(/\\{1,8}u([\da-f]{4})/gi, (_, code: string) => characterOf(code, 16))
      .replaceAll(/&#x([\da-f]{1,4});/gi, (_, code: string) => characterOf(code, 16))
      .replaceAll(/&#(\d{1,4});/g, (_, code: string) => characterOf(code, 10))
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&quot;', '"')
      .replaceAll(/(?:%[\da-f]{2})+/gi, uriDecoded);
  }
  return plain;
}

function characterOf(code: string, radix: number): string {
  return String.fromCharCode(Number.parseInt(code, radix));
}

function uriDecoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** Decodes a run of Base64 that may begin with up to three characters of something else. */
function decodingsOf(run: string): string[] {
  return [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString());
}

/** Matches a text whose spaces may be written as in a form. */
function patternOf(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`[\s+]+`);
}
