export interface Call {
  self: unknown;
  args: readonly unknown[];
  /** Calls the original, by default with the same arguments. */
  proceed: (args?: readonly unknown[]) => unknown;
}

/** Wraps a method or global function; `around` decides when the original runs. */
export function wrap(owner: object, name: string, around: (call: Call) => unknown): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function') throw new Error(`There is no function ${name} to wrap`);
  function wrapped(this: unknown, ...args: unknown[]): unknown {
    const proceed = (others: readonly unknown[] = args): unknown =>
      Reflect.apply(Object(original), this, others);
    return around({ self: this, args, proceed });
  }
  Reflect.set(owner, name, wrapped);
}

export function read(value: unknown, name: string): unknown {
  return value === undefined || value === null ? undefined : Reflect.get(Object(value), name);
}
