import { brandMarks } from '../fields/brand-marks.ts';
import { cardGlyph, codePicture, lock } from '../fields/card-pictures.ts';

/** What the form gets after its first frame. */
export { advance } from './advance.ts';

/** The drawings in the form. */
export const pictures = { brandMarks, cardGlyph, codePicture, lock } as const;

export type Pictures = typeof pictures;
