import type { Messages } from './messages.ts';
import { ptBR } from './pt-br.ts';

/**
 * Writes a language as the script build ships it: a line for each different sentence of pt-BR, in its
 * order; an empty line where both say the same. The keys are there already, in pt-BR.
 */
export function toLines(messages: Messages): string {
  const texts = new Map(textsIn(messages));
  const lines = new Map(textsIn(ptBR).map(([path, text]) => [text, texts.get(path)]));
  return [...lines].map(([text, line]) => (line === text ? '' : line)).join('\n');
}

/** Reads a language that `toLines` wrote; errors that share a sentence in pt-BR share one here, too. */
export function fromLines(lines: string): Messages {
  const unread = lines.split('\n');
  const translations: Record<string, string> = {};
  return JSON.parse(JSON.stringify(ptBR), (_name, text: unknown) =>
    typeof text === 'string' ? (translations[text] ??= unread.shift() || text) : text,
  );
}

function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  const members = Object.entries(value ?? {});
  return members.flatMap(([name, member]) => textsIn(member, `${path}.${name}`));
}
