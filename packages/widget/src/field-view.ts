import { html, nothing, type TemplateResult } from 'lit';
import { brandNames } from './card/brands.ts';
import type { CardForm, FieldName } from './card-form.ts';
import type { CheckoutView } from './checkout-view.ts';
import type { Fault } from './fault.ts';
import { fieldInput } from './focus.ts';
import { reformat, typeFormatted, type EditEvent } from './formatted-input.ts';
import type { Messages } from './locales/messages.ts';

/**
 * Are `id` and `name` of the inputs: Safari and password managers go by them. Those of the card are its
 * autofill tokens, too; HTML has none for a CPF or CNPJ.
 */
export const fieldIds: Record<FieldName, string> = {
  number: 'cc-number',
  expiry: 'cc-exp',
  securityCode: 'cc-csc',
  holder: 'cc-name',
  document: 'document',
};

/** Draws a text field with its label and, below, its fault or its hint. */
export function renderField(name: FieldName, view: CheckoutView): TemplateResult {
  const { form, messages } = view;
  const id = fieldIds[name];
  const fault = form.shownFault(name);
  const part = fault ? 'fault' : 'hint';
  const note = fault ? faultText(fault, messages) : hintFor(name, view);
  return html`
    <div class="field" part="field">
      <label for=${id} part="label">${messages[name]}</label>
      <div class="box">
        ${renderInput(name, view, fault)} ${name === 'number' ? renderBrand(view) : nothing}
      </div>
      <p id="${id}-note" class=${part} part=${part} .textContent=${note}></p>
    </div>
  `;
}

function renderInput(
  name: FieldName,
  { form, isLocked, isDisabled, onType, onLeave }: CheckoutView,
  fault: Fault | undefined,
): TemplateResult {
  const id = fieldIds[name];
  // A CNPJ may have letters, which a numeric keypad does not.
  const hasLetters = name === 'holder' || name === 'document';
  const format = (text: string): string => form.format(name, text);
  const onEvent = (handle: typeof reformat) => (event: EditEvent) => {
    const input = event.currentTarget;
    if (!(input instanceof HTMLInputElement)) return;
    handle(input, format, event);
    onType(name, input.value);
  };
  const onInput = onEvent(reformat);
  return html`<input
    id=${id}
    name=${id}
    part="input"
    data-field=${name}
    autocomplete=${name === 'document' ? 'on' : id}
    inputmode=${hasLetters ? 'text' : 'numeric'}
    autocapitalize=${hasLetters ? 'characters' : 'off'}
    spellcheck="false"
    aria-required="true"
    aria-invalid=${fault ? 'true' : nothing}
    aria-describedby=${name === 'number' ? `${id}-note cc-brand` : `${id}-note`}
    ?readonly=${isLocked}
    ?disabled=${isDisabled}
    @beforeinput=${onEvent(typeFormatted)}
    @input=${onInput}
    @change=${onInput}
    @compositionend=${onInput}
    @blur=${() => onLeave(name)}
  />`;
}

/** Gives the sentence of a fault. */
export function faultText({ key, n }: Fault, messages: Messages): string {
  return messages.faults[key].replace('{n}', String(n));
}

/** Empties the inputs of the fields that the form has forgotten. */
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

/** Draws the mark of the brand, or its name until the marks are there. */
function renderBrand({ form, marks, messages }: CheckoutView): TemplateResult {
  const brand = form.rule?.brand;
  if (brand === undefined) return html`<span id="cc-brand" class="brand" part="brand"></span>`;
  const name = brandNames[brand];
  const content = marks
    ? html`${marks[brand]}<span class="unseen">${messages.brand.replace('{brand}', name)}</span>`
    : name;
  return html`<span id="cc-brand" class="brand" part="brand">${content}</span>`;
}
