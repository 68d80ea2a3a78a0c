/** The globals of the MPI script and of its sub-script. */
interface Window {
  bpmpi_config?: () => MpiConfig;
  bpmpi_load: () => void;
  bpmpi_authenticate: () => void;
  BP: object;
  Cardinal?: Cardinal;
}

interface Cardinal {
  configure(options: object): void;
  setup(kind: 'init', options: { jwt: string }): void;
  on(
    event: 'payments.setupComplete' | 'payments.validated',
    listener: (event: ValidatedEvent) => void,
  ): void;
  trigger(event: 'accountNumber.update', number: string): void;
  continue(brand: 'cca', challenge: ChallengeRequest): void;
}

interface ValidatedEvent {
  ActionCode: string;
  Payment?: { ProcessorTransactionId?: string };
}

interface ChallengeRequest {
  AcsUrl: string;
  Payload: string;
  TransactionId: string;
}

/** What the page hands to the MPI script: its environment and its callbacks. */
interface MpiConfig {
  Environment?: string;
  [callback: string]: unknown;
}

/** What the provider answers to a call, and what a callback gets. */
interface MpiAnswer {
  Token?: string;
  Status?: string;
  AcsUrl?: string;
  Pareq?: string;
  AuthenticationTransactionId?: string;
  Authentication?: MpiAnswer;
  Cavv?: string | null;
  Xid?: string | null;
  Eci?: string | null;
  Version?: string;
  ReferenceId?: string | null;
  DirectoryServerTransactionId?: string;
  ReturnCode?: string;
  ReturnMessage?: string;
}

/** The body of an enroll or validate call. */
interface MpiFields {
  browserInfo: object;
  transactionId?: string;
  [field: string]: unknown;
}
