import { html, nothing, type TemplateResult } from 'lit';
import { brandName } from '../fields/brands.ts';
import type { Field, FieldName } from '../fields/card-fields.ts';
import type { CardForm } from '../form/card-form.ts';
import { fieldErrorText } from '../locales/messages.ts';
import type { LoadingView } from './loaded-views.ts';

export function renderField(field: Field, view: LoadingView): TemplateResult {
  const { form, messages } = view;
  const { name, id } = field;
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
        ${name === 'document' ? view.loaded?.renderLetters(view) : nothing}
      </div>
      ${field.options ? view.loaded?.renderSelect(field, view) : renderInput(field, view)}
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

function renderInput(field: Field, view: LoadingView): TemplateResult {
  const { name, id } = field;
  const hasLetters = name === 'document' && view.form.hasLetters;
  return html`<input
    id=${id}
    name=${id}
    part="input"
    autocomplete=${field.autocomplete}
    inputmode=${hasLetters ? 'text' : field.inputmode}
    autocapitalize=${hasLetters ? 'characters' : field.autocapitalize}
    enterkeyhint=${field === view.form.fields.at(-1) ? 'done' : 'next'}
    spellcheck="false"
    placeholder=${placeholderFor(name, view)}
    aria-required=${!field.isOptional}
    aria-invalid=${view.form.shownError(name) ? 'true' : nothing}
    aria-describedby=${name === 'number' ? `${id}-note cc-brand` : `${id}-note`}
    ?readonly=${view.isLocked}
    ?disabled=${view.isDisabled}
  />`;
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
