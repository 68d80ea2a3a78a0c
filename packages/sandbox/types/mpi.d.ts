/** Globals of the MPI script and its sub-script. */
interface Window {
  bpmpi_config?: () => Record<string, unknown>;
  bpmpi_load: () => void;
  bpmpi_authenticate: () => void;
  BP: object;
  Cardinal?: {
    setup(): void;
    on(event: string, listener: (event: ValidatedEvent) => void): void;
    continue(brand: 'cca', challenge: Record<'AcsUrl' | 'Payload' | 'TransactionId', string>): void;
  };
}

interface ValidatedEvent {
  ActionCode: string;
  Payment?: { ProcessorTransactionId?: string };
}

interface MpiAnswer {
  Status?: string;
  AcsUrl?: string;
  Pareq?: string;
  AuthenticationTransactionId?: string;
  Authentication?: MpiAnswer;
  Cavv?: string | null;
  Xid?: string | null;
  Eci?: string | null;
  Version?: string;
  DirectoryServerTransactionId?: string;
  ReturnCode?: string;
  ReturnMessage?: string;
}
