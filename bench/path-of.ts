import { fileURLToPath } from 'node:url';

/** Makes an absolute path of one relative to this folder. */
export function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
