import { html, nothing, type TemplateResult } from 'lit';
import { brandNames } from './card/brands.ts';
import type { FieldName } from './card-form.ts';
import type { CheckoutView } from './checkout-view.ts';
import type { Fault } from './fault.ts';
import { reformat } from './formatted-input.ts';
import type { Messages } from './locales/messages.ts';

/** Are `id` and `name` of the inputs: Safari and password managers go by them. */
export const fieldIds: Record<FieldName, string> = {
  number: 'cc-number',
  expiry: 'cc-exp',
  securityCode: 'cc-csc',
  holder: 'cc-name',
  document: 'document',
};

/** HTML has no autofill token for a CPF or CNPJ; whatever the browser remembers of it is welcome. */
const autocompletes: Record<FieldName, AutoFill> = {
  number: 'cc-number',
  expiry: 'cc-exp',
  securityCode: 'cc-csc',
  holder: 'cc-name',
  document: 'on',
};

/** A CNPJ may have letters, which a numeric keypad does not. */
const hasLetters: ReadonlySet<FieldName> = new Set<FieldName>(['holder', 'document']);

/** Draws a text field with its label and, below, its fault or its hint. */
export function renderField(name: FieldName, view: CheckoutView): TemplateResult {
  const { form, messages } = view;
  const id = fieldIds[name];
  const fault = form.shownFault(name);
  const look = fault ? 'fault' : 'hint';
  const note = fault ? faultText(fault, messages) : hintFor(name, view);
  const onInput = (event: Event): void => take(name, event, view);
  return html`
    <div class="field" part="field">
      <label for=${id} part="label">${messages[name]}</label>
      <div class="box">
        <input
          id=${id}
          name=${id}
          part="input"
          data-field=${name}
          autocomplete=${autocompletes[name]}
          inputmode=${hasLetters.has(name) ? 'text' : 'numeric'}
          autocapitalize=${hasLetters.has(name) ? 'characters' : 'off'}
          spellcheck="false"
          aria-required="true"
          aria-invalid=${fault ? 'true' : nothing}
          aria-describedby=${name === 'number' ? `${id}-note cc-brand` : `${id}-note`}
          ?readonly=${view.isLocked}
          ?disabled=${view.isDisabled}
          .value=${form.text(name)}
          @input=${onInput}
          @change=${onInput}
          @compositionend=${onInput}
          @blur=${() => view.onLeave(name)}
        />
        ${name === 'number' ? renderBrand(view) : nothing}
      </div>
      <p id="${id}-note" class=${look} part=${fault ? 'fault' : 'hint'} .textContent=${note}></p>
    </div>
  `;
}

/** Gives the sentence of a fault. */
export function faultText({ key, n }: Fault, messages: Messages): string {
  return messages.faults[key].replace('{n}', String(n));
}

/** Takes what was typed, pasted or filled in; a composition is left alone until it ends. */
function take(name: FieldName, event: Event, { form, onEdit }: CheckoutView): void {
  const input = event.currentTarget;
  if (!(input instanceof HTMLInputElement)) return;
  reformat(input, (text) => form.format(name, text), event);
  form.type(name, input.value);
  onEdit();
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
