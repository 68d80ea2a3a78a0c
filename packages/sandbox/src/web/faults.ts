/** What goes wrong in the other services, as the shop's latest order wants it. */
export interface Faults {
  fault?: 'token-slow' | 'token-429' | 'token-502' | undefined;
  fraud?: 'blocked' | undefined;
}
