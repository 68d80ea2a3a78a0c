import { fileURLToPath } from 'node:url';

/** Path of a folder with browser files; `dist` and `src` are at the same depth. */
export function publicFolder(name: 'bank' | 'base' | 'fraud' | 'shop' | 'three-ds'): string {
  return fileURLToPath(new URL(`../public/${name}/`, import.meta.url));
}
