import { html, nothing, type TemplateResult } from 'lit';
import { brandName } from '../fields/brands.ts';
import type { CardForm, FieldName } from '../form/card-form.ts';
import type { CheckoutView } from './checkout-view-model.ts';
import { fieldIds, fieldInput } from '../form/field-inputs.ts';
import { fieldErrorText } from '../locales/messages.ts';

/** Draws a text field with its label and, below it, an error or a hint. */
export function renderField(name: FieldName, view: CheckoutView): TemplateResult {
  const { form, messages } = view;
  const id = fieldIds[name];
  // A CNPJ may have letters, which a numeric keypad lacks.
  const hasLetters = name === 'holder' || name === 'document';
  const error = form.shownError(name);
  const part = error ? 'fault' : 'hint';
  return html`
    <div class="field" part="field">
      <label for=${id} part="label">${messages[name]}</label>
      <input
        id=${id}
        name=${id}
        part="input"
        autocomplete=${name === 'document' ? 'on' : id}
        inputmode=${hasLetters ? 'text' : 'numeric'}
        autocapitalize=${hasLetters ? 'characters' : 'off'}
        spellcheck="false"
        aria-required="true"
        aria-invalid=${error ? 'true' : nothing}
        aria-describedby=${name === 'number' ? `${id}-note cc-brand` : `${id}-note`}
        ?readonly=${view.isLocked}
        ?disabled=${view.isDisabled}
      />
      ${name === 'number' ? renderBrand(view) : nothing}
      <p
        id="${id}-note"
        class=${part}
        part=${part}
        .textContent=${error ? fieldErrorText(error, messages) : hintFor(name, view)}
      ></p>
    </div>
  `;
}

/** Empties the inputs of the forgotten fields. */
export function emptyForgotten(root: ParentNode, form: CardForm): void {
  for (const name of form.forgotten) {
    const input = fieldInput(root, name);
    if (input) input.value = '';
  }
  form.forgotten = [];
}

function hintFor(name: FieldName, { form, messages }: CheckoutView): string {
  if (name === 'number' && form.rule?.isRetired) return messages.retiredBrand;
  if (name === 'expiry') return messages.expiryHint;
  if (name !== 'securityCode') return '';
  if (!form.rule) return messages.securityCodeHint;
  const { securityCodeSide, securityCodeName } = form.rule;
  const isBack = securityCodeSide === 'back';
  const hint = isBack ? messages.securityCodeHintBack : messages.securityCodeHintFront;
  return hint.replace('{name}', securityCodeName);
}

/** Draws the brand's mark, or its name until the marks have loaded. */
function renderBrand({ form, marks, messages }: CheckoutView): TemplateResult {
  const brand = form.rule?.brand;
  const name = brand && brandName(brand);
  const content =
    name && marks
      ? html`${marks[brand]}<span class="unseen">${messages.brand.replace('{brand}', name)}</span>`
      : name;
  return html`<span id="cc-brand" class="brand" part="brand">${content}</span>`;
}
