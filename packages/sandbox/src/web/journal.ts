/** An event for the shop's panel. Holds no card data except the last digits. */
export interface JournalEntry {
  /** ISO 8601. */
  at: string;
  /** Key of the event's text. */
  what: string;
  /** Centavos. */
  amount?: number;
  last4?: string;
  /** The order's id. */
  order?: string | undefined;
  status?: string | number;
}

/** Events from all services of the sandbox, oldest first. */
export class Journal {
  readonly entries: JournalEntry[] = [];

  note(what: string, facts: Omit<JournalEntry, 'at' | 'what'> = {}): void {
    this.entries.push({ at: new Date().toISOString(), what, ...facts });
  }
}
