import { html, nothing, type TemplateResult } from 'lit';
import { brandNames, type Brand } from './card/brands.ts';
import type { FieldName } from './card-form.ts';
import type { CheckoutView } from './checkout-view.ts';
import type { Fault } from './fault.ts';
import { reformat } from './formatted-input.ts';
import { installmentOptions } from './installments.ts';
import type { Messages } from './locales/messages.ts';

interface FieldLook {
  /** Is `id` and `name` of the input: Safari and password managers go by them. */
  id: string;
  autocomplete: AutoFill;
  inputMode: 'numeric' | 'text';
  hint?: 'expiryHint' | 'securityCodeHint';
}

const looks: Record<FieldName, FieldLook> = {
  number: { id: 'cc-number', autocomplete: 'cc-number', inputMode: 'numeric' },
  expiry: { id: 'cc-exp', autocomplete: 'cc-exp', inputMode: 'numeric', hint: 'expiryHint' },
  securityCode: {
    id: 'cc-csc',
    autocomplete: 'cc-csc',
    inputMode: 'numeric',
    hint: 'securityCodeHint',
  },
  holder: { id: 'cc-name', autocomplete: 'cc-name', inputMode: 'text' },
  document: { id: 'document', autocomplete: 'on', inputMode: 'text' },
};

/** Draws a text field with its label and, below, its fault or its hint. */
export function renderField(name: FieldName, view: CheckoutView): TemplateResult {
  const { form, messages } = view;
  const { id, autocomplete, inputMode, hint } = looks[name];
  const fault = form.shownFault(name);
  const onInput = (event: InputEvent): void => take(name, event, view);
  const onBlur = (): void => {
    form.leave(name);
    view.onEdit();
  };
  return html`
    <div class="field" part="field">
      <div class="label-row">
        <label for=${id} part="label">${messages[name]}</label>
        ${name === 'number' ? renderBrand(form.brand) : nothing}
      </div>
      <input
        id=${id}
        name=${id}
        part="input"
        data-field=${name}
        autocomplete=${autocomplete}
        inputmode=${inputMode}
        autocapitalize=${inputMode === 'text' ? 'characters' : 'off'}
        spellcheck="false"
        aria-required="true"
        aria-invalid=${fault ? 'true' : nothing}
        aria-describedby="${id}-fault ${id}-hint ${id}-brand"
        ?readonly=${view.checkout.state.status === 'paying'}
        .value=${form.text(name)}
        @input=${onInput}
        @change=${onInput}
        @blur=${onBlur}
      />
      ${fault ? renderFault(id, fault, messages) : renderHint(id, hint, messages)}
    </div>
  `;
}

/** Takes what was typed, pasted or filled in; a composition is left alone until it ends. */
function take(name: FieldName, event: InputEvent, { form, onEdit }: CheckoutView): void {
  const input = event.currentTarget;
  if (!(input instanceof HTMLInputElement) || event.isComposing) return;
  reformat(input, (text) => form.format(name, text));
  form.type(name, input.value);
  onEdit();
}

function renderBrand(brand: Brand | undefined): TemplateResult | typeof nothing {
  return brand
    ? html`<span id="cc-number-brand" part="brand">${brandNames[brand]}</span>`
    : nothing;
}

function renderFault(id: string, { key, n }: Fault, messages: Messages): TemplateResult {
  const text = messages.faults[key].replace('{n}', String(n));
  return html`<p id="${id}-fault" class="fault" part="fault">${text}</p>`;
}

function renderHint(
  id: string,
  hint: FieldLook['hint'],
  messages: Messages,
): TemplateResult | typeof nothing {
  return hint ? html`<p id="${id}-hint" class="hint" part="hint">${messages[hint]}</p>` : nothing;
}

/** Draws the choice between credit and debit, where there is one. */
export function renderKinds(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages, kinds } = view;
  if (kinds.length < 2) return nothing;
  return html`
    <fieldset class="kinds" part="kinds" ?disabled=${view.checkout.state.status === 'paying'}>
      <legend part="label">${messages.kind}</legend>
      ${kinds.map(
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
            ${messages[kind]}
          </label>
        `,
      )}
    </fieldset>
  `;
}

/** Draws the instalments, where the order offers them and the card is credit. */
export function renderInstallments(view: CheckoutView): TemplateResult | typeof nothing {
  const { form, messages, order, locale } = view;
  if (!order || order.maxInstallments < 2 || form.kind === 'debit') return nothing;
  const { amountCentavos } = order;
  // No instalment is less than a centavo.
  const maxInstallments = Math.min(order.maxInstallments, amountCentavos);
  const onChange = (event: Event): void => {
    if (!(event.currentTarget instanceof HTMLSelectElement)) return;
    form.installments = Number(event.currentTarget.value);
    view.onEdit();
  };
  return html`
    <div class="field" part="field">
      <label for="installments" part="label">${messages.installments}</label>
      <select
        id="installments"
        name="installments"
        part="input"
        ?disabled=${view.checkout.state.status === 'paying'}
        @change=${onChange}
      >
        ${installmentOptions(amountCentavos, maxInstallments, locale, messages).map(
          ({ count, label }) => html`
            <option value=${count} ?selected=${count === form.installments}>${label}</option>
          `,
        )}
      </select>
    </div>
  `;
}
