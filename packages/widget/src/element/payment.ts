/** What loads while the buyer types: the payment, and what is only drawn because of one. */
export { PaymentFlow } from '../pay/payment-flow.ts';
export { OrderWatch } from '../pay/order-watch.ts';
export { addStyles, holdHeight } from './late-look.ts';
export { completeMessages } from '../locales/pt-br-late.ts';
export { formatMoney } from '../order/money.ts';
export { planWords } from '../order/plan-words.ts';
export {
  alertText,
  renderProgress,
  renderReload,
  renderWaysOn,
  stepText,
} from '../view/progress-view.ts';
export { renderResult } from '../view/result-view.ts';
export { renderSummary } from '../view/summary-view.ts';
