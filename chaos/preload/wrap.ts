/** Is one call of a wrapped function. */
export interface Call {
  self: unknown;
  args: readonly unknown[];
  /** Calls the original. */
  proceed: () => unknown;
}

/** Puts a function around a method or a global one; it decides when the original runs. */
export function wrap(owner: object, name: string, around: (call: Call) => unknown): void {
  const found: unknown = Reflect.get(owner, name);
  if (!isFunction(found)) throw new Error(`There is no function ${name} to wrap`);
  const original = found;
  function wrapped(this: unknown, ...args: unknown[]): unknown {
    return around({ self: this, args, proceed: () => Reflect.apply(original, this, args) });
  }
  Reflect.set(owner, name, wrapped);
}

/** Reads a member of anything. */
export function read(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Reflect.get(value, name) : undefined;
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function';
}
