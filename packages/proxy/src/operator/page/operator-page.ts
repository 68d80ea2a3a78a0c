import { html, LitElement, type TemplateResult } from 'lit';
import type { Resolution } from '../../attempt/attempt.ts';
import type { OrderTimeline, PaymentView, AlarmView } from '../views.ts';
import { addressOf, wantedId } from './address.ts';
import { acknowledge, findOrder, resend, type Answer } from './api.ts';
import { timeOfDay } from './format.ts';
import { OverviewController } from './overview-controller.ts';
import { initialTexts, switchedTexts } from './texts/language.ts';
import type { Texts } from './texts/texts.ts';
import { renderAlarms, renderUnknown } from './view/lists-view.ts';
import { renderOrder } from './view/order-view.ts';
import { renderOutcomes } from './view/outcomes-view.ts';
import { renderNotices } from './view/parts.ts';

/** The operator's page. Its address names the order that is shown, so links and history work. */
export class OperatorPage extends LitElement {
  static override readonly properties = {
    texts: { state: true },
    order: { state: true },
    fault: { state: true },
    notice: { state: true },
    resolving: { state: true },
  };

  private texts = initialTexts();
  private order: OrderTimeline | undefined;
  private fault: string | undefined;
  /** The result of the latest action. */
  private notice: ((texts: Texts) => string) | undefined;
  /** The payment in the dialog. */
  private resolving: PaymentView | undefined;
  readonly #lists = new OverviewController(this);

  /** Without a shadow root, labels, links and the style sheet work as on any page. */
  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#onAddress);
    if (wantedId() !== '') void this.#show();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#onAddress);
  }

  protected override willUpdate(): void {
    document.documentElement.lang = this.texts.language;
    document.title = `${this.texts.title} · card-checkout`;
  }

  protected override render(): TemplateResult {
    const { texts } = this;
    return html`
      ${renderHeader(texts, {
        onSearch: (id) => this.#search(id),
        onSwitch: () => (this.texts = switchedTexts(texts)),
      })}
      <main>
        ${renderNotices(texts, { notice: this.notice?.(texts), fault: this.fault ?? this.#lists.fault })}
        ${this.#renderOrder()} ${this.#renderLists()}
      </main>
      ${this.#renderFooter()}
      <resolve-dialog
        .texts=${texts}
        .payment=${this.resolving}
        @close=${() => (this.resolving = undefined)}
        @resolved=${(event: CustomEvent<Resolution>) => void this.#onResolved(event.detail)}
      ></resolve-dialog>
    `;
  }

  #renderOrder(): TemplateResult | undefined {
    const { texts, order } = this;
    if (!order) return undefined;
    return renderOrder(texts, order, {
      onResolve: (payment) => (this.resolving = payment),
      onResend: (payment) => void this.#act(resend(payment), (words) => words.payment.resent),
    });
  }

  #renderLists(): TemplateResult | undefined {
    const { texts } = this;
    const { overview } = this.#lists;
    if (!overview) return undefined;
    return html`
      <div class="columns">
        ${renderUnknown(texts, overview.unknown, (payment) => (this.resolving = payment))}
        ${renderAlarms(texts, overview.alarms, (alarm) => void this.#acknowledge(alarm))}
      </div>
      ${renderOutcomes(texts, overview.hours)}
    `;
  }

  #renderFooter(): TemplateResult {
    const { texts } = this;
    const { loadedAt } = this.#lists;
    return html`
      <footer>
        <span>${loadedAt && texts.updatedAt(timeOfDay(texts, loadedAt))}</span>
        <button class="quiet" @click=${() => void this.#lists.refresh()}>${texts.refresh}</button>
      </footer>
    `;
  }

  readonly #onAddress = (): void => void this.#show();

  #search(id: string): void {
    // The same address again causes no event.
    if (id === wantedId()) void this.#show();
    else location.hash = addressOf(id);
  }

  /** Shows the order in the address and moves the focus there. */
  async #show(): Promise<void> {
    this.notice = undefined;
    this.fault = await this.#loadOrder();
    await this.updateComplete;
    this.#focus(this.order ? 'order' : 'search');
  }

  /** Returns why that failed. */
  async #loadOrder(): Promise<string | undefined> {
    const id = wantedId();
    const answer = id === '' ? { value: undefined } : await findOrder(id);
    if (id !== wantedId()) return undefined;
    this.order = 'value' in answer ? answer.value : undefined;
    return 'fault' in answer ? answer.fault : undefined;
  }

  async #acknowledge(alarm: AlarmView): Promise<void> {
    const isDone = await this.#act(acknowledge(alarm), (words) => words.alarms.acknowledged);
    // The button that had the focus is gone.
    if (isDone) this.#focus('alarms');
  }

  async #onResolved(status: Resolution): Promise<void> {
    const id = this.resolving?.orderId ?? '';
    history.pushState(undefined, '', addressOf(id));
    await this.#act(undefined, ({ resolve }) => resolve.done[status]);
    this.#focus('order');
  }

  /** Shows an action's result and refreshes the page. Returns whether the action worked. */
  async #act(
    action: Promise<Answer<unknown>> | undefined,
    done: (texts: Texts) => string,
  ): Promise<boolean> {
    const answer = await action;
    this.fault = answer && 'fault' in answer ? answer.fault : undefined;
    const isDone = this.fault === undefined;
    this.notice = isDone ? done : undefined;
    await Promise.all([this.#lists.refresh(), this.#loadOrder()]);
    await this.updateComplete;
    return isDone;
  }

  #focus(id: string): void {
    this.querySelector<HTMLElement>(`#${id}`)?.focus();
  }
}

interface HeaderOptions {
  onSearch: (id: string) => void;
  onSwitch: () => void;
}

function renderHeader(
  { title, search, language, otherLanguage }: Texts,
  { onSearch, onSwitch }: HeaderOptions,
): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = document.querySelector<HTMLInputElement>('#search');
    onSearch(input?.value.trim() ?? '');
  };
  return html`
    <header>
      <h1>${title}</h1>
      <form role="search" @submit=${submit}>
        <label for="search">${search.label}</label>
        <input
          id="search"
          type="search"
          required
          maxlength="128"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${wantedId()}
        />
        <button class="main">${search.button}</button>
      </form>
      <button class="quiet" lang=${language === 'en' ? 'pt-BR' : 'en'} @click=${onSwitch}>
        ${otherLanguage}
      </button>
    </header>
  `;
}
