/** Whether a text is a CPF: eleven digits with valid check digits (Receita Federal, modulo 11). */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1+$/.test(text)) return false;
  return hasCheckDigits(text, 11);
}

/**
 * Whether a text is a CNPJ: fourteen characters with valid check digits. The first twelve may be
 * upper-case letters (IN RFB 2.229/2024, in force since July 2026).
 */
export function isCnpj(text: string): boolean {
  if (!/^[\dA-Z]{12}\d{2}$/.test(text) || /^(.)\1+$/.test(text)) return false;
  return hasCheckDigits(text, 9);
}

function hasCheckDigits(text: string, maxWeight: number): boolean {
  const body = text.slice(0, -2);
  const first = checkDigit(body, maxWeight);
  const second = checkDigit(body + first, maxWeight);
  return text.endsWith(first + second);
}

/** Weights characters from the right by 2, 3, … `maxWeight`, then starts again at 2. */
function checkDigit(body: string, maxWeight: number): string {
  let sum = 0;
  for (let place = 0; place < body.length; place++) {
    const value = body.charCodeAt(body.length - 1 - place) - 48;
    sum += value * (2 + (place % (maxWeight - 1)));
  }
  const rest = sum % 11;
  return rest < 2 ? '0' : String(11 - rest);
}
