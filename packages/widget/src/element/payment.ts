/** What loads while the buyer types: the payment, and what is only drawn because of one. */
export { AttemptRunner } from '../pay/attempt-runner.ts';
export { renderResult } from '../view/result-view.ts';
export { renderSummary } from '../view/summary-view.ts';
