/**
 * Finds the order token in a link's fragment. Messengers and mail programs break links into lines, and
 * add a full stop, a bracket or parameters behind them. An HS256 signature has 43 characters.
 */
export function tokenInLink(fragment: string): string {
  const text = decoded(fragment.replace(/^#/, '')).replaceAll(/\s/g, '');
  return /[\w-]+\.[\w-]+\.[\w-]{43}/.exec(text)?.[0] ?? text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
