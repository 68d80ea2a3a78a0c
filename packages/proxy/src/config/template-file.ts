import {
  builtInTemplate,
  createTemplate,
  TemplateError,
  type Template,
} from '../payments-api/template.ts';
import type { Faults } from './faults.ts';
import { readText } from './secret-files.ts';

/** Returns the built-in template without a file. Returns `undefined` and notes a fault if that fails. */
export function readTemplate(file: string | undefined, faults: Faults): Template | undefined {
  const name = 'CHECKOUT_TEMPLATE_FILE';
  if (!file) return createTemplate(builtInTemplate);
  const text = readText(file, name, faults);
  if (text === undefined) return undefined;
  try {
    return createTemplate(JSON.parse(text));
  } catch (error) {
    faults.set(name, error instanceof TemplateError ? error.message : 'must hold JSON');
    return undefined;
  }
}
