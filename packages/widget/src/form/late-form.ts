import { brandMarks } from '../fields/brand-marks.ts';
import { cardGlyph, codePicture } from '../fields/card-pictures.ts';

/** What the form gets after its first frame. */
export { advance } from './advance.ts';

/** The drawings in the fields. */
export const pictures = { brandMarks, cardGlyph, codePicture } as const;

export type Pictures = typeof pictures;
