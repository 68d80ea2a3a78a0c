export { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export {
  startPaymentsService,
  type PaymentsService,
  type PaymentsServiceOptions,
} from './payments-service.ts';
export type { Charge } from './ledger.ts';
export type { MaskedCheckout } from './masked-card.ts';
