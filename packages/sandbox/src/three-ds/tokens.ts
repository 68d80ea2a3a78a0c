import { randomBytes } from 'node:crypto';
import type { Authentication } from './authentication.ts';

/** How the provider treats a token: as usual, without its sub-script, or as used. */
export type TokenKind = 'fresh' | 'silent' | 'spent';

/** What one token stands for; each call of the provider moves it on. */
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

/** Holds the 3DS tokens that were issued. */
export interface TokenStore {
  /** Issues a token; its part before the dot is no secret. */
  issue(kind: TokenKind): string;
  /** Finds what a token stands for. */
  find(token: string): TokenState | undefined;
  /** Moves a token on. */
  move(token: string, state: TokenState): void;
  /** Tells whether the token that begins with this part gets no sub-script. */
  isSilent(publicPart: string): boolean;
}

/** How long a token says that it lives; the sandbox does not end it. */
export const tokenLifetimeSeconds = 1200;

/** Creates an empty store of tokens. */
export function createTokenStore(): TokenStore {
  const states = new Map<string, TokenState>();
  const silent = new Set<string>();

  return {
    issue(kind) {
      const publicPart = randomBytes(8).toString('hex');
      const token = `${publicPart}.${randomBytes(24).toString('base64url')}`;
      if (kind === 'silent') silent.add(publicPart);
      states.set(token, { step: kind === 'spent' ? 'spent' : 'issued' });
      return token;
    },
    find: (token) => states.get(token),
    move: (token, state) => void states.set(token, state),
    isSilent: (publicPart) => silent.has(publicPart),
  };
}
