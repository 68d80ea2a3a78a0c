/** Levels of escapes, as in a form within JSON within JSON. */
const maxEscapes = 3;

/** The random part of any postback URL: an API may know several. */
const postbackSecret = /(?<=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.)[\w-]{43}/gi;

/** Hides secrets in a text, even if they're escaped. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const shown = withoutPlainSecrets(text, secrets);
  const plain = unescaped(shown);
  const hidden = withoutPlainSecrets(plain, secrets);
  return hidden === plain ? shown : hidden;
}

function withoutPlainSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text)
    .replaceAll(postbackSecret, '[secret]');
}

/** Hides secrets in every text and name of a JSON value. */
export function valueWithoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => valueWithoutSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      withoutSecrets(name, secrets),
      valueWithoutSecrets(member, secrets),
    ]),
  );
}

export function mayBeEscaped(text: string): boolean {
  return /[\\&%]/.test(text);
}

/** Resolves the escapes of JSON, HTML and URLs, including nested ones. */
export function unescaped(text: string): string {
  if (!mayBeEscaped(text)) return text;
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

/** Leaves escapes that aren't UTF-8. An exception for each, as `decodeURIComponent` has, takes long. */
function uriDecoded(escapes: string): string {
  const text = Buffer.from(escapes.replaceAll('%', ''), 'hex').toString();
  return text.includes('\uFFFD') ? escapes : text;
}
