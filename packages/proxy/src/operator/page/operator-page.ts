import { html, LitElement, type TemplateResult } from 'lit';
import type { AlarmView, OrderTimeline } from '../views.ts';
import { call, loadOverview, post, type Answer, type Overview } from './api.ts';
import { renderOrder } from './order-view.ts';
import { renderAlarms, renderUnknown } from './overview-view.ts';
import { addressOf, renderNotices, timeText, wantedId } from './parts.ts';
import { renderResolveDialog, type Finding } from './resolve-dialog.ts';
import { initialTexts, switchedTexts, type Texts } from './texts.ts';

const refreshMs = 15_000;

/**
 * The operator's page. Its address names the order that is shown, so links and history work. The lists
 * stay fresh while the page is visible.
 */
export class OperatorPage extends LitElement {
  static override readonly properties = {
    texts: { state: true },
    overview: { state: true },
    overviewFault: { state: true },
    order: { state: true },
    fault: { state: true },
    notice: { state: true },
    finding: { state: true },
  };

  private texts = initialTexts();
  /** Absent before the first answer. */
  private overview: (Overview & { loadedAt: Date }) | undefined;
  private overviewFault: string | undefined;
  private order: OrderTimeline | undefined;
  private fault: string | undefined;
  /** The result of the latest action. */
  private notice: ((texts: Texts) => string) | undefined;
  /** The dialog is open while there is one. */
  private finding: Finding | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Without a shadow root, labels, links and the style sheet work as on any page. */
  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#onAddress);
    document.addEventListener('visibilitychange', this.#refreshIfVisible);
    void this.#refresh();
    if (wantedId() !== '') void this.#show();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#onAddress);
    document.removeEventListener('visibilitychange', this.#refreshIfVisible);
    clearTimeout(this.#timer);
  }

  protected override willUpdate(): void {
    document.documentElement.lang = this.texts.language;
    document.title = `${this.texts.title} · card-checkout`;
  }

  protected override render(): TemplateResult {
    const { texts, overview, notice, fault = this.overviewFault } = this;
    return html`
      ${this.#renderHeader()}
      <main>
        ${renderNotices(texts, { notice: notice?.(texts), fault })} ${this.#renderOrder()}
        ${overview && this.#renderOverview(overview)}
      </main>
      <footer>
        <span>${overview && texts.updatedAt(timeText(texts, overview.loadedAt, 'second'))}</span>
        <button class="quiet" @click=${() => void this.#refresh()}>${texts.refresh}</button>
      </footer>
      ${this.finding && this.#renderDialog(this.finding)}
    `;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const isNew = changed.has('finding') && changed.get('finding') === undefined;
    if (isNew) this.querySelector('dialog')?.showModal();
  }

  #renderHeader(): TemplateResult {
    const { texts } = this;
    return html`
      <header>
        <h1>${texts.title}</h1>
        <form role="search" @submit=${(event: SubmitEvent) => this.#search(event)}>
          <label for="search">${texts.search.label}</label>
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
          <button class="main">${texts.search.button}</button>
        </form>
        <button
          class="quiet"
          lang=${texts.language === 'en' ? 'pt-BR' : 'en'}
          @click=${() => (this.texts = switchedTexts(texts))}
        >
          ${texts.otherLanguage}
        </button>
      </header>
    `;
  }

  #renderOrder(): TemplateResult | undefined {
    const { texts, order } = this;
    if (!order) return undefined;
    return renderOrder(texts, order, {
      onResolve: (payment) => (this.finding = { payment }),
      onResend: ({ paymentId }) =>
        void this.#act(post(`payments/${paymentId}/resend`), ({ payment }) => payment.resent),
    });
  }

  #renderOverview({ unknown, alarms }: Overview): TemplateResult {
    const { texts } = this;
    return html`
      <div class="columns">
        ${renderUnknown(texts, unknown, (payment) => (this.finding = { payment }))}
        ${renderAlarms(texts, alarms, (alarm) => void this.#acknowledge(alarm))}
      </div>
    `;
  }

  #renderDialog(finding: Finding): TemplateResult {
    return renderResolveDialog(this.texts, finding, {
      onChoose: (status) => (this.finding = { ...finding, status }),
      onSubmit: (event) => void this.#resolve(event, finding),
      onCancel: () => this.querySelector('dialog')?.close(),
      onClose: () => (this.finding = undefined),
    });
  }

  #search(event: SubmitEvent): void {
    event.preventDefault();
    const id = this.querySelector<HTMLInputElement>('#search')?.value.trim() ?? '';
    // Setting the same address again fires no event.
    if (id === wantedId()) void this.#show();
    else location.hash = addressOf(id);
  }

  readonly #onAddress = (): void => void this.#show();

  /** Shows the order in the address and moves the focus there. */
  async #show(): Promise<void> {
    this.notice = undefined;
    this.fault = await this.#loadOrder();
    await this.updateComplete;
    this.#focus(this.order ? 'order' : 'search');
  }

  /** Returns the fault, if any. */
  async #loadOrder(): Promise<string | undefined> {
    const id = wantedId();
    const path = `orders/${encodeURIComponent(id)}`;
    const answer = id === '' ? { value: undefined } : await call<OrderTimeline>(path);
    if (id !== wantedId()) return undefined;
    this.order = 'value' in answer ? answer.value : undefined;
    return 'fault' in answer ? answer.fault : undefined;
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#refreshIfVisible, refreshMs);
    const answer = await loadOverview();
    if ('value' in answer) this.overview = { ...answer.value, loadedAt: new Date() };
    this.overviewFault = 'fault' in answer ? answer.fault : undefined;
  }

  readonly #refreshIfVisible = (): void => {
    if (document.visibilityState === 'visible') void this.#refresh();
  };

  async #acknowledge({ id }: AlarmView): Promise<void> {
    const action = post(`alarms/${id}/acknowledge`);
    const isDone = await this.#act(action, ({ alarms }) => alarms.acknowledged);
    // The button that had the focus is gone.
    if (isDone) this.#focus('alarms');
  }

  async #resolve(event: SubmitEvent, finding: Finding): Promise<void> {
    event.preventDefault();
    const { payment, status, isBusy } = finding;
    if (!status || isBusy) return;
    this.finding = { payment, status, isBusy: true };
    const note = this.querySelector('textarea')?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
    const answer = await post(`payments/${payment.paymentId}/resolve`, { status, note });
    const isOpen = this.finding?.payment === payment;
    if (isOpen) this.finding = 'fault' in answer ? { payment, status, ...answer } : undefined;
    if ('fault' in answer) return;
    history.pushState(undefined, '', addressOf(payment.orderId));
    await this.#act(undefined, ({ resolve }) => resolve[status].done);
    this.#focus('order');
  }

  /** Shows an action's result and refreshes the page. Returns whether the action worked. */
  async #act(
    action: Promise<Answer> | undefined,
    done: (texts: Texts) => string,
  ): Promise<boolean> {
    const answer = await action;
    this.fault = answer && 'fault' in answer ? answer.fault : undefined;
    const isDone = this.fault === undefined;
    this.notice = isDone ? done : undefined;
    await Promise.all([this.#refresh(), this.#loadOrder()]);
    await this.updateComplete;
    return isDone;
  }

  #focus(id: string): void {
    this.querySelector<HTMLElement>(`#${id}`)?.focus();
  }
}
