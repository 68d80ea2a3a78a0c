let shiftMs = 0;

/** Lets the machine's clock jump, as a correction of its time does; timers do not notice. */
export function shiftClock(byMs: number): void {
  shiftMs += byMs;
}

/** Puts a clock that can jump where `Date` is. */
export function installShiftedClock(): void {
  const RealDate = Date;
  const now = () => RealDate.now() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
