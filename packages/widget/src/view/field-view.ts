import { html, nothing, type TemplateResult } from 'lit';
import { brandName } from '../fields/brands.ts';
import type { Field, FieldName } from '../fields/card-fields.ts';
import type { CardForm } from '../form/card-form.ts';
import { fieldErrorText } from '../locales/messages.ts';
import type { LoadingView } from './loaded-views.ts';

export function renderField(field: Field, view: LoadingView): TemplateResult {
  const { form, messages } = view;
  const { name, id } = field;
  const hasLetters = name === 'document' && form.hasLetters;
  const error = form.shownError(name);
  const warning = name === 'number' && form.rule?.isRetired ? messages.retiredBrand : '';
  const hint = name === 'securityCode' ? view.loaded?.codeHint(view) : '';
  const part = error ? 'fault' : 'hint';
  const look = error ? part : warning ? 'warning' : 'unseen';
  return html`
    <div class="field" part="field">
      <div class="head">
        <label for=${id} part="label" .textContent=${messages[name]}></label>
        ${name === 'number' ? renderAccepted(view) : nothing}
        ${name === 'document' ? renderLetters(view) : nothing}
      </div>
      <input
        id=${id}
        name=${id}
        part="input"
        autocomplete=${field.autocomplete}
        inputmode=${hasLetters ? 'text' : field.inputmode}
        autocapitalize=${hasLetters ? 'characters' : field.autocapitalize}
        spellcheck="false"
        placeholder=${placeholderFor(name, view)}
        aria-required=${!field.isOptional}
        aria-invalid=${error ? 'true' : nothing}
        aria-describedby=${name === 'number' ? `${id}-note cc-brand` : `${id}-note`}
        ?readonly=${view.isLocked}
        ?disabled=${view.isDisabled}
      />
      ${name === 'number' ? view.loaded?.renderBrand(view) : nothing}
      ${name === 'securityCode' ? view.loaded?.renderCodePicture(view) : nothing}
      <p
        id="${id}-note"
        class=${look}
        part=${part}
        .textContent=${error ? fieldErrorText(error, messages) : warning || hint}
      ></p>
    </div>
  `;
}

/** Shows the texts that weren't typed into their inputs. */
export function showTexts(root: ParentNode, form: CardForm): void {
  for (const name of form.unshown) {
    const input = form.inputIn(root, name);
    if (input) input.value = form.text(name);
  }
  form.unshown = [];
}

function placeholderFor(name: FieldName, { form: { rule }, messages }: LoadingView) {
  if (name === 'expiry') return messages.expiryHint;
  if (name !== 'securityCode') return nothing;
  return messages.securityCodeDigits.replace('{n}', String(rule?.securityCodeLength ?? 3));
}

/** Renders the switch to a keypad with letters. Tab skips it: hardware keyboards have all letters. */
function renderLetters({ form, messages, isLocked, onEdit, onFocus }: LoadingView): TemplateResult {
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
    @mousedown=${keepPlace}
    @click=${onClick}
  >
    ${messages.letters}
  </button>`;
}

/** Renders the accepted brands; the card's own stands out. */
function renderAccepted({ form, loaded, messages }: LoadingView): TemplateResult | undefined {
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
          >${loaded?.pictures.brandMarks[brand]}</span
        >`,
    )}</span
  >`;
}

/**
 * Keeps the focus in its field until the click: a field that loses it may show an error, and the
 * button would move away under the pointer.
 */
export function keepPlace(press: Event): void {
  press.preventDefault();
}
