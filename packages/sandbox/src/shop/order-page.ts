import { html, type Html } from '../web/html.ts';
import { formatCentavos } from '../web/money.ts';
import { framedPage } from './frame.ts';
import type { Notice } from './webhook.ts';

/** What the buyer reads of an outcome; of any other, that the order waits to be paid. */
const texts = new Map([
  ['approved', 'Pago'],
  ['processing', 'Pagamento em análise'],
  ['unknown', 'Pagamento em análise'],
]);

/** The page of an order as the shop's server knows it. It loads itself again until the order is paid. */
export function orderPage(orderId: string, outcome: Notice | undefined): Html {
  const isPaid = outcome?.status === 'approved';
  return framedPage({
    title: 'Seu pedido',
    head: isPaid ? html`` : html`<meta http-equiv="refresh" content="2" />`,
    columns: html`<div class="layout">
      <main>
        <h1>Seu pedido</h1>
        <section class="card">
          <p><code>${orderId}</code></p>
          <p class="total">
            <strong>${texts.get(outcome?.status ?? '') ?? 'Aguardando pagamento'}</strong>
            ${outcome && formatCentavos(outcome.amount)}
          </p>
        </section>
      </main>
    </div>`,
  });
}
