/** Like the browser's `Storage`: entries are own properties of the object. */
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
