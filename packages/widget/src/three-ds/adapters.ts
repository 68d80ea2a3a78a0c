import { CheckoutError } from '../errors.ts';
import type { ThreeDSAdapter } from './adapter.ts';
import { cieloMpi } from './cielo/cielo-mpi.ts';

// Rede and Getnet use the same MPI script (Braspag's list of acquirers).
const adapters = new Map([
  ['cielo', cieloMpi],
  ['rede', cieloMpi],
  ['getnet', cieloMpi],
]);

/**
 * Returns the adapter of a provider, or the merchant's own.
 * @throws CheckoutError `misconfigured` for an unknown provider.
 */
export function adapterFor(provider: string, own: ThreeDSAdapter | undefined): ThreeDSAdapter {
  const adapter = own ?? adapters.get(provider);
  if (adapter) return adapter;
  throw new CheckoutError('misconfigured', {
    cause: `unknown 3DS provider ${provider}: set threeDSAdapter`,
  });
}
