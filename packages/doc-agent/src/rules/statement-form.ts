import type { Instruction } from './instruction.ts';
import { quoteClose, quoteOpen } from './split-statements.ts';

export const quotedPart = `${quoteOpen}\\d+${quoteClose}`;
/** A path or name: quoted, or one word. */
export const word = `(?:${quotedPart}|[^\\s${quoteOpen}${quoteClose}]*[^\\s,:;${quoteOpen}${quoteClose}])`;

export interface Form {
  /** As it is shown to a person. */
  readonly usage: string;
  readonly patterns: readonly RegExp[];
  readonly build: (part: Parts) => Instruction;
}

/** Named groups of a match, with quoted parts put back. */
export interface Parts {
  text(name: string): string;
  find(name: string): string | undefined;
}

/** `{name}` stands for a quoted part, `{name:w}` for a path or word; the rest is regular expression, case-insensitive. */
export function form(template: string): RegExp {
  const source = template.replace(/\{(\w+)(:w)?\}/g, (_, name: string, isWord: string | undefined) => {
    return `(?<${name}>${isWord === undefined ? quotedPart : word})`;
  });
  return new RegExp(`^${source}$`, 'i');
}
export const the = '(?:the |a |an )?';
export const page = '(?:(?:the )?(?:page|file) )?';
const wholeSite =
  '(?:everywhere|(?:in|on|across|throughout) (?:all (?:of )?(?:the )?|every |the (?:whole |entire )?)(?:pages?|docs|documentation|site|files?))';
const place = `(?:(?:the )?(?:pages?|files?|folders?) )?(?<where>${word}(?:(?:, (?:and )?| and )(?:(?:the )?(?:page|file|folder) )?${word})*)`;
export const inPages = `(?: (?:${wholeSite}|(?:in|on|across|throughout) ${place}))?`;

/** `a, b and c` → the three. */
export function toPlaces(written: string | undefined): string[] {
  if (written === undefined) return [];
  const places = written
    .split(/, (?:and )?| and /)
    .map((place) => place.trim().replace(/^(?:the )?(?:page|file|folder) /i, ''));
  // "in all pages", "across the site" name no place.
  return places.filter(
    (place) => place !== '' && !/^(?:all|every|everywhere|the|site|docs|documentation)$/i.test(place),
  );
}
