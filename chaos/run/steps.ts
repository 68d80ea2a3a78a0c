/** Kinds of commits: the event, or what happened to the message. */
export const commitKinds = [
  'begun',
  'try_started',
  'try_ended',
  'given_up',
  'interrupted',
  'postback',
  'overdue',
  'closed',
  'message_taken',
  'message_put_off',
  'message_removed',
] as const;

export type CommitKind = (typeof commitKinds)[number];

export const steps = [
  ...commitKinds.flatMap((kind) => [`before_commit_${kind}`, `after_commit_${kind}`] as const),
  'before_first_byte_to_service',
  'after_request_to_service',
  'before_reading_service_answer',
  'before_answer_to_browser',
  'after_answer_to_browser',
  'before_answer_to_postback',
  'before_webhook',
  'after_webhook',
] as const;

export type Step = (typeof steps)[number];

/** From the runner to a process. */
export type Command =
  | { kind: 'arm'; step: Step; occurrence: number }
  | { kind: 'go' }
  | { kind: 'shift'; byMs: number };

/** From a process to the runner: it listens, or has done a command. */
export type Report = 'ready' | 'done';
