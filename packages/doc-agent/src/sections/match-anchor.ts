import type { Section } from './find-sections.ts';

/** Whether an anchor names a section: by its explicit ID, or by the letters and digits of its heading. */
export const isAnchorOf = ({ heading, id }: Section, fragment: string): boolean =>
  id === undefined ? letters(fragment) === letters(heading) : fragment === id;

/** The characters shared by a heading and its anchor. */
export const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
