/** Preloaded into the built proxy: counts what it does, and prints the counts at each SIGUSR2. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import sqlite from 'node:sqlite';
import timers from 'node:timers/promises';
import { Client } from 'pg';

const counts: Record<string, number> = {};
const { stringify } = JSON;

function count(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

type Method = (...args: unknown[]) => unknown;

/** Counts a method's calls under the name that `nameOf` gives to a call. */
function countCalls(
  of: object,
  method: string,
  nameOf: (first: unknown, self: unknown) => string,
): void {
  const original: Method = Reflect.get(of, method);
  const counting = function (this: unknown, ...args: unknown[]) {
    count(nameOf(args[0], this));
    return Reflect.apply(original, this, args);
  };
  Reflect.set(of, method, Object.assign(counting, original));
}

function statementIn(query: unknown): string {
  const text = typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'));
  return /^\s*COMMIT/i.test(text) ? 'commits' : 'statements';
}

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, newTarget) {
    count('regular expressions compiled');
    return Reflect.construct(target, args, newTarget);
  },
});
countCalls(JSON, 'parse', () => 'JSON parsed');
countCalls(JSON, 'stringify', () => 'JSON written');
countCalls(crypto, 'hash', () => 'hashes');
countCalls(crypto, 'createHash', () => 'hashes');
countCalls(crypto, 'createHmac', () => 'HMACs');
countCalls(crypto, 'randomBytes', () => 'random reads');
for (const timer of ['setTimeout', 'setInterval', 'setImmediate']) {
  countCalls(globalThis, timer, () => 'timers');
}
for (const timer of ['setTimeout', 'setImmediate']) countCalls(timers, timer, () => 'timers');
for (const method of ['run', 'all', 'get']) {
  // A statement's text is known only to itself.
  countCalls(sqlite.StatementSync.prototype, method, (_first, statement) =>
    statementIn(Reflect.get(Object(statement), 'sourceSQL')),
  );
}
countCalls(sqlite.DatabaseSync.prototype, 'exec', statementIn);
countCalls(Client.prototype, 'query', statementIn);
syncBuiltinESMExports();

process.on('SIGUSR2', () => process.stderr.write(`COUNTS ${stringify(counts)}\n`));
