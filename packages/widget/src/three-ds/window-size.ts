/** The sizes in which an issuer can draw a challenge, in CSS pixels, the largest first (EMV 3DS 2.2). */
const sizes = [
  { code: '03', width: 500, height: 600 },
  { code: '04', width: 600, height: 400 },
  { code: '02', width: 390, height: 400 },
  { code: '01', width: 250, height: 400 },
] as const;

/** Names a size as EMV 3DS does; `05` is whatever room there is. */
export type WindowSize = (typeof sizes)[number]['code'] | '05';

/** Chooses the largest challenge window that fits into the realm. */
export function windowSizeIn({
  innerWidth,
  innerHeight,
}: Pick<Window, 'innerWidth' | 'innerHeight'>): WindowSize {
  const fitting = sizes.find(({ width, height }) => width <= innerWidth && height <= innerHeight);
  return fitting?.code ?? '05';
}
