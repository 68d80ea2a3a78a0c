import { readFileSync } from 'node:fs';
import type { Faults } from './faults.ts';

const maxBytes = 1_048_576;

/** Reads `FONT_FILE`; notes a fault if that fails, or the file is not a WOFF2 font. */
export function readFont(file: string | undefined, faults: Faults): Buffer | undefined {
  if (!file) return undefined;
  try {
    const font = readFileSync(file);
    if (font.length > maxBytes) faults.set('FONT_FILE', `must have at most ${maxBytes} bytes`);
    // The signature of WOFF 2.0, section 4.1.
    else if (font.toString('latin1', 0, 4) === 'wOF2') return font;
    else faults.set('FONT_FILE', 'must name a WOFF2 font');
  } catch {
    faults.set('FONT_FILE', 'must name a file that can be read');
  }
  return undefined;
}
