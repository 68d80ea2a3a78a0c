/** Something that happened, as the shop's panel tells it. It holds no card data but last digits. */
export interface Happening {
  /** ISO 8601. */
  at: string;
  /** Names the sentence in the shop's texts. */
  what: string;
  /** Centavos. */
  amount?: number;
  last4?: string;
  /** The order's id. */
  order?: string | undefined;
  status?: string | number;
}

/** What the players of the sandbox did, oldest first. */
export class Journal {
  readonly happenings: Happening[] = [];

  note(what: string, facts: Omit<Happening, 'at' | 'what'> = {}): void {
    this.happenings.push({ at: new Date().toISOString(), what, ...facts });
  }
}
