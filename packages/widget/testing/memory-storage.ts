/** The browser's storage, in memory: its entries are its own properties, as those of `Storage` are. */
export function memoryStorage(entries: Record<string, string> = {}): Record<string, string> {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      Reflect.deleteProperty(this, name);
    },
  };
  return Object.assign(Object.create(methods), entries);
}
