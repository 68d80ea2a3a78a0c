import { isObject } from '@card-checkout/contract/json';
import { parsedJson } from '../upstream/body.ts';

/**
 * Reads a posted body by its text alone, because services declare wrong content types: JSON, or a form
 * in either encoding. A text that holds JSON, as the body or as a member, is read as that JSON.
 * Returns `undefined` for anything else.
 */
export function postedValue(text: string): object | undefined {
  const json = parsedJson(text);
  const value = json === undefined ? formIn(text) : unpacked(json);
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, unpacked(member)]),
  );
}

function unpacked(value: unknown): unknown {
  const holdsJson = typeof value === 'string' && /^\s*[[{]/.test(value);
  return holdsJson ? (parsedJson(value) ?? value) : value;
}

/** A name that a form may have, such as `data[status]`; XML and broken JSON have none. */
const fieldName = /^[\p{L}\p{N}_.:[\]-]{1,100}$/u;

/** Returns a form's fields, each repeated one as a list. */
function formIn(text: string): object | undefined {
  const fields = partsIn(text) ?? [...new URLSearchParams(inUtf8(text))];
  const isForm = fields.every(([name]) => fieldName.test(name));
  if (!isForm || fields.every(([, value]) => value === '')) return undefined;
  const byName = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, group]) => {
      const values = group.map(([, value]) => value);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/** Replaces the escapes of Windows-1252, which aren't UTF-8, by those of UTF-8. */
function inUtf8(text: string): string {
  try {
    decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, ''));
    return text;
  } catch {
    return text.replaceAll(/%([89a-f][\da-f])/gi, (_, hex: string) =>
      encodeURIComponent(String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }
}

/** Reads `multipart/form-data` (RFC 7578), whose first line is the boundary; skips files. */
function partsIn(text: string): [name: string, value: string][] | undefined {
  const lines = text.replaceAll('\r\n', '\n');
  const [, boundary] = /^\n*(--[^\n]{1,70})\n/.exec(lines) ?? [];
  if (boundary === undefined) return undefined;
  return `\n${lines.trimStart()}`.split(`\n${boundary}`).flatMap((part) => {
    const end = part.indexOf('\n\n');
    const head = part.slice(0, Math.min(end, 1000));
    const [, name] = /^content-disposition:[^\n]*[; ]name="([^"\n]*)"/im.exec(head) ?? [];
    if (end < 0 || name === undefined || /[; ]filename=/i.test(head)) return [];
    return [[name, part.slice(end + 2)]];
  });
}
