import type { Section } from './find-sections.ts';

/** Whether an anchor names a section: by its explicit ID, or by the letters and digits of its heading. */
export const isAnchorOf = ({ heading, id }: Section, fragment: string): boolean =>
  id === undefined ? letters(fragment) === letters(heading) : fragment === id;

/** Reduces text to the characters that a heading and its anchor share. */
export const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
