import { html, nothing, type TemplateResult } from 'lit';
import { brandName } from '../fields/brands.ts';
import type { Field, FieldName } from '../fields/card-fields.ts';
import type { CardForm } from '../fields/card-form.ts';
import { fieldErrorText } from '../locales/messages.ts';
import { brandMarks, cardGlyph, codePicture } from './card-pictures.ts';
import { holdFocus, type CheckoutView } from './checkout-view-model.ts';

export function renderField(field: Field, view: CheckoutView): TemplateResult {
  const { form, messages } = view;
  const { name, id } = field;
  const error = form.shownError(name);
  const fault = error ? fieldErrorText(error, messages) : '';
  const warning = name === 'number' && form.rule?.isRetired ? messages.retiredBrand : '';
  const hint = name === 'securityCode' ? codeHint(view) : '';
  const part = fault ? 'fault' : 'hint';
  const look = fault ? part : warning ? 'warning' : 'unseen';
  return html`
    <div class="field" part="field">
      <div class="head">
        <label for=${id} part="label" .textContent=${messages[name]}></label>
        ${name === 'number' ? renderAccepted(view) : nothing}
        ${name === 'document' ? renderLetters(view) : nothing}
      </div>
      ${field.options ? renderSelect(field, view) : renderInput(field, view, fault)}
      ${name === 'number' ? renderBrand(view) : nothing}
      ${name === 'securityCode' ? renderCodePicture(view) : nothing}
      <p id="${id}-note" class=${look} part=${part} .textContent=${fault || warning || hint}></p>
    </div>
  `;
}

function renderInput(field: Field, view: CheckoutView, fault: string): TemplateResult {
  const { name, id } = field;
  const { form, messages } = view;
  const hasLetters = name === 'document' && form.hasLetters;
  // In Firefox, Orca says a changed description twice, but a changed name once.
  const isAgain = fault === messages.faults.securityCodeAgain;
  const note = name === 'number' ? `${id}-note cc-brand` : `${id}-note`;
  return html`<input
    id=${id}
    name=${id}
    part="input"
    autocomplete=${field.autocomplete}
    inputmode=${hasLetters ? 'text' : field.inputmode}
    autocapitalize=${hasLetters ? 'characters' : field.autocapitalize}
    enterkeyhint=${field === form.fields.at(-1) ? 'done' : 'next'}
    spellcheck="false"
    placeholder=${placeholderFor(name, view)}
    aria-required=${!field.isOptional}
    aria-invalid=${fault ? 'true' : nothing}
    aria-label=${isAgain ? `${messages[name]}. ${fault}` : nothing}
    aria-describedby=${isAgain ? nothing : note}
    ?readonly=${view.isLocked}
    ?disabled=${view.isDisabled}
  />`;
}

function placeholderFor(name: FieldName, { form: { rule }, messages }: CheckoutView) {
  if (name === 'expiry') return messages.expiryHint;
  if (name !== 'securityCode') return nothing;
  return messages.securityCodeDigits.replace('{n}', String(rule?.securityCodeLength ?? 3));
}

/** Renders the accepted brands; the card's own stands out. */
function renderAccepted({ form, messages }: CheckoutView): TemplateResult | undefined {
  const { accepted, rule } = form;
  if (accepted.length === 0) return undefined;
  const names = accepted.map(brandName).join(', ');
  return html`<span
    class="accepted"
    part="accepted-brands"
    role="img"
    aria-label=${messages.accepted.replace('{brands}', names)}
    >${accepted.map(
      (brand) =>
        html`<span class=${rule && rule.brand !== brand ? 'other' : ''}
          >${brandMarks[brand]}</span
        >`,
    )}</span
  >`;
}

/** Renders the brand's mark; a card until the brand is known. */
function renderBrand({ form, messages }: CheckoutView): TemplateResult {
  const brand = form.rule?.brand;
  const name = brand && messages.brand.replace('{brand}', brandName(brand));
  const content = brand
    ? html`${brandMarks[brand]}<span class="unseen" .textContent=${name}></span>`
    : cardGlyph;
  return html`<span id="cc-brand" class="brand" part="brand">${content}</span>`;
}

/** Renders where the security code stands: a card that turns with the brand. */
function renderCodePicture({ form }: CheckoutView): TemplateResult {
  const side = form.rule?.securityCodeSide ?? 'back';
  return html`<span class="code ${side}" part="security-code-picture" aria-hidden="true"
    >${codePicture}</span
  >`;
}

/** Returns in words what that picture shows. */
function codeHint({ form: { rule }, messages }: CheckoutView): string {
  if (!rule) return messages.securityCodeHint;
  const isBack = rule.securityCodeSide === 'back';
  const hint = isBack ? messages.securityCodeHintBack : messages.securityCodeHintFront;
  return hint.replace('{name}', rule.securityCodeName);
}

/** Renders the switch to a keypad with letters. Tab skips it: hardware keyboards have all letters. */
function renderLetters(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages, isLocked, onEdit, onFocus } = view;
  if (!form.mayHaveLetters) return nothing;
  const onClick = (): void => {
    form.hasLetters = !form.hasLetters;
    onEdit();
    onFocus('document');
  };
  return html`<button
    class="letters"
    type="button"
    tabindex="-1"
    aria-pressed=${form.hasLetters}
    ?disabled=${isLocked}
    @mousedown=${holdFocus}
    @click=${onClick}
  >
    ${messages.letters}
  </button>`;
}

/** Renders a field as a choice, which is empty at first. */
function renderSelect(field: Field, view: CheckoutView): TemplateResult {
  const { id, name, autocomplete, options = [] } = field;
  const { form } = view;
  return html`<select
    id=${id}
    name=${id}
    part="input"
    autocomplete=${autocomplete}
    aria-required="true"
    aria-invalid=${form.shownError(name) ? 'true' : nothing}
    aria-describedby="${id}-note"
    ?disabled=${view.isLocked}
  >
    <option value=""></option>
    ${options.map(
      ([value = '', text]) =>
        html`<option value=${value} ?selected=${value === form.text(name)}>${text}</option>`,
    )}
  </select>`;
}

/** Shows the texts that weren't typed into their inputs. */
export function showTexts(root: ParentNode, form: CardForm): void {
  for (const name of form.unshown) {
    const input = form.inputIn(root, name);
    if (input) input.value = form.text(name);
  }
  form.unshown = [];
}
