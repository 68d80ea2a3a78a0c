/** Shares one run among concurrent callers: a call during a run gets that run's result. */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return async () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
