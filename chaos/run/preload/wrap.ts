/** One call of a wrapped function. */
export interface Call {
  self: unknown;
  args: readonly unknown[];
  /** Calls the original, with the same arguments unless others are given. */
  proceed: (args?: readonly unknown[]) => unknown;
}

/** Puts a function around a method or a global one; it decides when the original runs. */
export function wrap(owner: object, name: string, around: (call: Call) => unknown): void {
  const original = functionOf(owner, name);
  function wrapped(this: unknown, ...args: unknown[]): unknown {
    const proceed = (others: readonly unknown[] = args) => Reflect.apply(original, this, others);
    return around({ self: this, args, proceed });
  }
  Reflect.set(owner, name, wrapped);
}

/** Reads a member of anything. */
export function read(value: unknown, name: string): unknown {
  const isReadable = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isReadable ? Reflect.get(value, name) : undefined;
}

function functionOf(owner: object, name: string): (...args: unknown[]) => unknown {
  const found: unknown = Reflect.get(owner, name);
  if (isFunction(found)) return found;
  throw new Error(`There is no function ${name} to wrap`);
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function';
}
