import { isObject, memberOf } from '@card-checkout/contract/json';
import { plainWord } from './status-words.ts';

export type JsonPath = readonly string[];

/** A member of a body, at any depth. */
export interface Member {
  /** The key as `plainWord` returns it; an item has its list's name. */
  name: string;
  key: string;
  value: unknown;
  parent: Member | undefined;
  depth: number;
  /** Whether each object around it is the payment, or wraps the payment. */
  isOwn: boolean;
  /** Whether its name, or the name of an object around it, means an error. */
  isError: boolean;
}

/** A payment, or what wraps one; a customer, a card or a risk analysis has another name. */
export const ownName =
  /^(?:(?:payments?|pagamentos?|pago|transac[a-z]*|charges?|cobrancas?|orders?|pedidos?|sales?|vendas?|compras?|purchases?|checkout|invoices?|faturas?|credit(?:_card)?|credito|debit|debito|last|current|final|ultim[ao]|atual|data|dados|body|payload|object|resource|attributes|results?|resultados?|outcome|responses?|respostas?|retorno|status|situacao|state|estado|details?|code|message|collection|content|conteudo|events?|eventos?|entity|notification|notificacao|authori[sz]ation|autorizacao|acquirer|adquirente|de|da|do)(?:_|$))*$/;

export const textName =
  /(?:^|_)(?:messages?|mensage(?:m|ns)|mensaje|msg|details?|detalhes?|motivo|reasons?|causes?|returns?|retorno|responses?|resposta|respuesta)(?:_|$)/;

const errorName =
  /(?:^|_)(?:err|errors?|erros?|faults?|falhas?|failures?|declines?|refusals?|recusas?|rejections?|denials?)(?:_|$)/;

/** Lists all members, shallowest first. Isn't recursive, because a body may have any depth. */
export function allMembersOf(body: unknown): Member[] {
  const members: Member[] = [rootOf(body)];
  // The list grows during the loop.
  for (const parent of members) {
    const { value, depth, name } = parent;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    const isOwn = parent.isOwn && ownName.test(name);
    for (const [key, member] of Object.entries(value)) {
      const own = isList ? name : plainWord(key);
      const isError = parent.isError || (!isList && errorName.test(own));
      const at = { name: own, key, value: member, parent, depth: depth + 1 };
      members.push({ ...at, isOwn, isError });
    }
  }
  return members;
}

function rootOf(value: unknown): Member {
  const around = { parent: undefined, depth: 0, isOwn: true, isError: false };
  return { name: '', key: '', value, ...around };
}

/**
 * Lists members with their places, e.g. `/data/status: refused`, and what else the body says in words,
 * or at `reasonPaths`.
 */
export function reasonAmong(
  found: readonly Member[],
  body: unknown,
  { reasonPaths }: { reasonPaths: readonly JsonPath[] },
): string | undefined {
  const messages =
    reasonPaths.length > 0
      ? reasonPaths.map((path) => memberAt(path, body))
      : allMembersOf(body).filter(
          ({ name, value, isError }) =>
            typeof value === 'string' && (isError || textName.test(name)),
        );
  const texts = messages.filter(({ value }) => scalarOf(value) !== '').slice(0, 5);
  const shown = new Set([...found.slice(0, 5), ...texts].map(shownMember));
  return shown.size > 0 ? [...shown].join(', ') : undefined;
}

/** Returns e.g. `/data/status: refused`. */
function shownMember(member: Member): string {
  const names: string[] = [];
  for (let at: Member | undefined = member; at?.parent; at = at.parent) names.push(escaped(at.key));
  const { value = 'nothing' } = member;
  const text = typeof value === 'object' && value !== null ? 'an object' : String(value).trim();
  return `/${names.toReversed().join('/')}: ${text}`.slice(0, 10_000);
}

/** Returns the text of a text, number or boolean; else an empty one. */
export function scalarOf(value: unknown): string {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar ? String(value).trim() : '';
}

/** Returns what stands at a place; its value is `undefined` if nothing does. */
export function memberAt(path: JsonPath, body: unknown): Member {
  return path.reduce<Member>(
    (parent, key) => ({ ...rootOf(memberInAnyCase(parent.value, key)), key, parent }),
    rootOf(body),
  );
}

/** Parses a JSON pointer (RFC 6901). */
export function pathOf(pointer: string): JsonPath {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function memberInAnyCase(value: unknown, name: string): unknown {
  const exact = memberOf(value, name);
  if (exact !== undefined || !isObject(value)) return exact;
  const key = Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : memberOf(value, key);
}
