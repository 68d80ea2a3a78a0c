import { hash } from 'node:crypto';

/** A value that must never leak. */
export interface Canary {
  name: string;
  /** Whether a text contains the value in any encoding; the text may be bytes as Latin-1. */
  isIn(text: string): boolean;
}

/**
 * A card used nowhere else. No JSON number begins with a zero, so its security code can't be a
 * port, size or duration.
 */
export const canaryCard = { number: '374651829304177', securityCode: '0739' };

/** Secrets in the process's configuration, used nowhere else. */
export const canarySecrets = {
  API_TOKEN: 'Canary-Token.9f27/c41b=e08d',
  ORDER_SECRET: 'the canary signs orders with $ecrets of 32 bytes',
  MERCHANT_KEY: 'the-canary-asks-for/orders+with=this',
  WEBHOOK_SECRET: `whsec_${Buffer.from('the canary signs webhooks').toString('base64')}`,
};

export const canaryPassword = 'canary-password-5b1f';

/** Makes a canary from a secret of at least eight characters. */
function canaryOf(name: string, value: string): Canary {
  const encodings = encodingsOf(value);
  return { name, isIn: (text) => encodings.some((encoding) => text.includes(encoding)) };
}

/** The canaries known before the first payment. */
export const canaries: readonly Canary[] = [
  canaryOf('card number', canaryCard.number),
  canaryOf('hash of the card number', hash('sha256', canaryCard.number)),
  { name: 'digits of the card number', isIn: (text) => nineDigits.test(text) },
  { name: 'security code', isIn: (text) => loneCode.test(withoutIds(text)) },
  ...Object.entries(canarySecrets).map(([name, value]) => canaryOf(name, value)),
  canaryOf('bytes of WEBHOOK_SECRET', 'the canary signs webhooks'),
  canaryOf('password', canaryPassword),
];

export function canariesIn(text: string, wanted: readonly Canary[] = canaries): string[] {
  return wanted.filter((canary) => canary.isIn(text)).map(({ name }) => name);
}

/** Encodes ASCII text in every way that a log, a file or an answer might. */
function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const codes = Array.from(bytes, (byte) => byte.toString(16));
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    value.replaceAll('/', '\\/'),
    codes.map((code) => `%${code}`).join(''),
    codes.map((code) => String.raw`\u${code.padStart(4, '0')}`).join(''),
    hex,
    hex.toUpperCase(),
    Buffer.from(value, 'utf16le').toString('latin1').slice(0, -1),
    ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset)),
  ];
}

/** Encodes bytes as they appear inside longer Base64, at this offset. */
function base64Within(bytes: Buffer, offset: number): string[] {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const certain = shifted.replace(/=+$/, '').slice(offset === 0 ? 0 : offset + 1, -1);
  return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')];
}

/**
 * Any nine consecutive digits of the number, however spaced; truncation keeps six (PCI DSS 3.5.1).
 */
const nineDigits = (() => {
  const { number } = canaryCard;
  const separator = String.raw`(?:[ .,_+/-]|%20|\\u00a0|\xc2\xa0)?`;
  const windows = Array.from({ length: number.length - 8 }, (_, at) => number.slice(at, at + 9));
  return new RegExp(windows.map((window) => window.split('').join(separator)).join('|'));
})();

const loneCode = new RegExp(String.raw`(?<![\w+/-])${canaryCard.securityCode}(?![\w+/-])`);

const strayCode = new RegExp(
  String.raw`(?<!\x0b|[ -~]{3})${canaryCard.securityCode}(?![ -~]{3})`,
  'g',
);

/**
 * Removes the four digits from a binary file where they occur by chance, without text beside them;
 * this happens in about 1% of runs. A column with just these digits is preceded by its length,
 * 0x0b.
 */
export function withoutStrayCodes(bytes: string): string {
  return bytes.replaceAll(strayCode, '');
}

/** Removes UUIDs and hashes, which may contain any four digits. */
function withoutIds(text: string): string {
  return text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{64}\b/g, '');
}
