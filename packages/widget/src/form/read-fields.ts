import type { CardForm } from './card-form.ts';

/** Has the form take what a program, such as a password manager, wrote without telling it. */
export function readFields(root: ParentNode, form: CardForm): void {
  for (const name of form.names) {
    const input = form.inputIn(root, name);
    const isShown = !form.unshown.includes(name);
    if (input && isShown && input.value !== form.text(name))
      input.dispatchEvent(new CustomEvent('change'));
  }
}
