import { CheckoutError } from '../errors.ts';
import type { ThreeDSAdapter } from './adapter.ts';

const loaders = {
  // Rede and Getnet use the same MPI script (Braspag's list of acquirers).
  cielo: loadCieloMpi,
  rede: loadCieloMpi,
  getnet: loadCieloMpi,
} as const;

/**
 * Loads the adapter of a provider, or returns the merchant's own.
 * @throws CheckoutError `misconfigured` for an unknown provider.
 */
export function loadAdapter(
  provider: string,
  own: ThreeDSAdapter | undefined,
): Promise<ThreeDSAdapter> {
  if (own) return Promise.resolve(own);
  if (isKnown(provider)) return loaders[provider]();
  throw new CheckoutError('misconfigured', { cause: `unknown 3DS provider ${provider}` });
}

async function loadCieloMpi(): Promise<ThreeDSAdapter> {
  const { cieloMpi } = await import('./cielo/cielo-mpi.ts');
  return cieloMpi;
}

function isKnown(provider: string): provider is keyof typeof loaders {
  return Object.hasOwn(loaders, provider);
}
