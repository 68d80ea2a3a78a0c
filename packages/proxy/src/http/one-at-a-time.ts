/** Makes work that runs once at a time: whoever asks for it while it runs gets what that run gives. */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return async () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
