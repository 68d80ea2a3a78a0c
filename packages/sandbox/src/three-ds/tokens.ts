import { randomBytes } from 'node:crypto';
import type { Authentication } from './authentication.ts';

/** How the provider treats a token: as usual, without its sub-script, or as used. */
export type TokenKind = 'fresh' | 'silent' | 'spent';

/** The 3DS tokens that were issued, each with the call that it has reached. */
export type TokenStore = Map<string, TokenState>;

type TokenState =
  | { step: 'issued' }
  | { step: 'initiated'; order: BoundOrder }
  | { step: 'enrolled'; authentication: Authentication }
  | { step: 'spent' };

/** The order that init binds to a token, as text. */
export interface BoundOrder {
  orderNumber: string;
  currency: string;
  amount: string;
}

/** Issues a token. The part before its dot is the kind, which is not secret. */
export function issueToken(tokens: TokenStore, kind: TokenKind): string {
  const token = `${kind}.${randomBytes(24).toString('base64url')}`;
  tokens.set(token, { step: kind === 'spent' ? 'spent' : 'issued' });
  return token;
}
