/** Sizes of a challenge window in CSS pixels, the largest first (EMV 3DS 2.2). */
const sizes = [
  { code: '03', width: 500, height: 600 },
  { code: '04', width: 600, height: 400 },
  { code: '02', width: 390, height: 400 },
  { code: '01', width: 250, height: 400 },
] as const;

/** A size's code in EMV 3DS; `05` is full screen. */
export type WindowSize = (typeof sizes)[number]['code'] | '05';

/** Returns the largest challenge window that fits into the realm. */
export function windowSizeIn({
  innerWidth,
  innerHeight,
}: Pick<Window, 'innerWidth' | 'innerHeight'>): WindowSize {
  const fitting = sizes.find(({ width, height }) => width <= innerWidth && height <= innerHeight);
  return fitting?.code ?? '05';
}
