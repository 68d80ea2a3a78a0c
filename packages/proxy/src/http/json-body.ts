import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/** How deep a body may nest; a checkout request needs three levels (`payer.address`). */
const maxDepth = 8;

/**
 * Leaves JSON as the only type of a body. Refuses one with members that would change prototypes,
 * and one that nests deeply before it is parsed, which takes V8 milliseconds.
 */
export function acceptOnlyJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  const parse = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (isDeep(body)) done(new Refusal('malformed_body'));
      else void parse(request, body, done);
    },
  );
}

/** Counts the brackets that are open at a time, outside of strings; the text need not be JSON. */
function isDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let place = 0; place < json.length && depth <= maxDepth; place++) {
    const character = json[place];
    if (character === '"') inString = !inString;
    else if (inString) place += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return depth > maxDepth;
}
