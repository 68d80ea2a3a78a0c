import { html, nothing, type TemplateResult } from 'lit';
import { brandName } from '../fields/brands.ts';
import { pictures } from '../fields/card-pictures.ts';
import type { Field, FieldName } from '../fields/card-fields.ts';
import { summaryText } from '../locales/messages.ts';
import { holdFocus, type CheckoutView } from './checkout-view-model.ts';

/** Renders the brand's mark; a card until the brand is known. */
export function renderBrand({ form, messages }: CheckoutView): TemplateResult {
  const brand = form.rule?.brand;
  const name = brand && messages.brand.replace('{brand}', brandName(brand));
  const content = brand
    ? html`${pictures.brandMarks[brand]}<span class="unseen" .textContent=${name}></span>`
    : pictures.cardGlyph;
  return html`<span id="cc-brand" class="brand" part="brand">${content}</span>`;
}

/** Renders where the security code stands: a card that turns with the brand. */
export function renderCodePicture({ form }: CheckoutView): TemplateResult {
  const side = form.rule?.securityCodeSide ?? 'back';
  return html`<span class="code ${side}" part="security-code-picture" aria-hidden="true"
    >${pictures.codePicture}</span
  >`;
}

/** Returns in words what that picture shows. */
export function codeHint({ form: { rule }, messages }: CheckoutView): string {
  if (!rule) return messages.securityCodeHint;
  const isBack = rule.securityCodeSide === 'back';
  const hint = isBack ? messages.securityCodeHintBack : messages.securityCodeHintFront;
  return hint.replace('{name}', rule.securityCodeName);
}

/** Renders the switch to a keypad with letters. Tab skips it: hardware keyboards have all letters. */
export function renderLetters(view: CheckoutView): TemplateResult | typeof nothing {
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
export function renderSelect(field: Field, view: CheckoutView): TemplateResult {
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

export function renderKinds(view: CheckoutView): TemplateResult {
  const { form, messages } = view;
  return html`
    <fieldset class="kinds" part="kinds" ?disabled=${view.isLocked}>
      <legend part="label">${messages.kind}</legend>
      ${form.kinds.map(
        (kind) => html`
          <label part="kind">
            <input
              type="radio"
              name="kind"
              value=${kind}
              .checked=${form.kind === kind}
              @change=${() => {
                form.kind = kind;
                view.onEdit();
              }}
            />
            <span .textContent=${messages[kind]}></span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

export function renderInstallments(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages } = view;
  const { choices } = form;
  // A single choice with interest must be shown, too (CDC art. 52).
  const isChoice = choices.length > 1 || choices[0]?.details;
  if (!isChoice) return nothing;
  const onChange = (event: Event): void => {
    if (!(event.currentTarget instanceof HTMLSelectElement)) return;
    form.installments = Number(event.currentTarget.value);
    view.onEdit();
  };
  return html`
    <div class="field choice" part="field">
      <label for="installments" part="label">${messages.installments}</label>
      <select
        id="installments"
        name="installments"
        part="input"
        aria-describedby="installments-details"
        ?disabled=${view.isLocked}
        @change=${onChange}
      >
        ${choices.map(
          ({ count, label }) => html`
            <option
              value=${count}
              ?selected=${count === form.installments}
              .textContent=${label}
            ></option>
          `,
        )}
      </select>
      <p
        id="installments-details"
        class="details"
        part="installment-details"
        data-plan=${form.choice?.label ?? nothing}
        .textContent=${form.choice?.details ?? ''}
      ></p>
    </div>
  `;
}

/** Renders links to the fields that are wrong since the button was pressed; the fields say why. */
export function renderSummary(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages } = view;
  if (form.summary.length === 0) return nothing;
  return html`
    <div class="summary" part="summary" role="group" aria-labelledby="summary">
      <p id="summary" .textContent=${summaryText(form.summary.length, messages)}></p>
      <ul>
        ${form.summary.map((name) => renderLink(name, view))}
      </ul>
    </div>
  `;
}

function renderLink(name: FieldName, { form, messages, onFocus }: CheckoutView): TemplateResult {
  // The link must not change the page's address.
  const onClick = (event: Event): void => {
    event.preventDefault();
    onFocus(name);
  };
  const { id } = form.field(name) ?? {};
  return html`<li><a href="#${id}" @click=${onClick} .textContent=${messages[name]}></a></li>`;
}
