import type { Instruction } from './instruction.ts';
import { quoteClose, quotedParts, quoteOpen } from './split-statements.ts';

export const quotedPart = `${quoteOpen}\\d+${quoteClose}`;
/** A path or name: quoted, or one word. */
export const word = `(?:${quotedPart}|[^\\s${quoteOpen}${quoteClose}]*[^\\s,:;${quoteOpen}${quoteClose}])`;
/** `the installation page`: a page by its title. */
const titled = `the (?:(?! page\\b| folder\\b)[^,:;])+ page`;
const file = '(?:(?:the )?(?:page|file) )?';

export interface Form {
  /** The form as shown in hints and in the manual. */
  readonly usage: string;
  readonly patterns: readonly RegExp[];
  /** Returns the instruction, or a message that explains why the words are ambiguous. */
  readonly build: (part: Parts) => Instruction | string;
}

/** Named groups of a match, with quoted parts restored. */
export interface Parts {
  text(name: string): string;
  find(name: string): string | undefined;
  /** Whether the whole value was in quotes. */
  isQuoted(name: string): boolean;
  /** The entries of a list. For example, `a, b and the c page` has three. */
  list(name: string): string[];
}

/**
 * Compiles a template: `{name}` matches a quoted part, `{name:w}` a word or quoted part, and `{name:p}` a page. The
 * rest is a regular expression.
 */
export function form(template: string): RegExp {
  const source = template.replace(/\{(\w+)(?::([wp]))?\}/g, (_, name: string, kind: string | undefined) => {
    if (kind === 'p') return `${file}(?<${name}>${word}|${titled})`;
    return `(?<${name}>${kind === undefined ? quotedPart : word})`;
  });
  return new RegExp(`^${source}$`, 'i');
}
export const the = '(?:the |a |an )?';
const wholeSite =
  '(?:everywhere|(?:in|on|across|throughout) (?:(?:(?:all (?:of )?(?:the |our )?|every |the (?:whole |entire )?|our (?:whole |entire )?)(?:pages?|docs|documentation|site|files?))|docs|documentation))';
const onePlace = `(?:(?:the )?(?:pages?|files?|folders?) )?(?:${word}|${titled}|the ${word} folder)`;
const places = `(?<where>${onePlace}(?:(?:, (?:and )?| and )(?!please )${onePlace})*)`;
/** `in a, b and the c page`, at the end of a statement. */
export const inPages = `(?: (?:${wholeSite}|(?:in|on|across|throughout) ${places}))?`;
/** Like `inPages`, at the beginning of a statement. */
export const onPages = `(?:in|on) ${places},?(?: please)?`;

const placeToken = new RegExp(`(?:^|, (?:and )?| and )(${onePlace})(?=$|,| and )`, 'gi');

/** Extracts a match's parts. Quoted parts are numbered in the pattern. */
export function readParts(match: RegExpExecArray, quoted: readonly string[]): Parts {
  const unquote = (raw: string): string =>
    raw.replace(quotedParts, (_, number: string) => quoted[Number(number)] ?? '');
  const find = (name: string): string | undefined => {
    const raw = match.groups?.[name];
    return raw === undefined ? undefined : unquote(raw);
  };
  return {
    find,
    text: (name) => find(name) ?? '',
    isQuoted: (name) => isOneQuote.test(match.groups?.[name] ?? ''),
    list: (name) => splitPlaces(match.groups?.[name]).map(unquote),
  };
}
const isOneQuote = new RegExp(`^${quotedPart}$`);

function splitPlaces(raw: string | undefined): string[] {
  return [...(raw ?? '').matchAll(placeToken)].map(([, place = '']) =>
    place.replace(/^(?:the )?(?:pages?|files?|folders?) (?=.)/i, '').replace(/^the (.+) folder$/i, '$1/'),
  );
}

/** Words that refer to something earlier, or to nothing: as names, they are ambiguous unless they are quoted. */
const pointing = new Set(
  'all another any anything both ditto each either every everything folder group he her here his it its me my neither no none nothing one ones or other others our page she site some something that the their them there these they this those us we what whatever which who your'.split(
    ' ',
  ),
);
const vagueTitle =
  /^the (?:above|below|corresponding|current|entire|existing|final|first|following|former|last|latter|linked|main|new|next|old|other|previous|relevant|respective|right|same|second|third|whole|wrong|\S+ (?:other|same|new|old)) page$/i;

/** The first part of a match that is ambiguous. */
export function findVague(match: RegExpExecArray): string | undefined {
  for (const [name, raw] of Object.entries(match.groups ?? {})) {
    if (raw === undefined || name === 'key' || name === 'folder') continue;
    const names = name === 'where' ? splitPlaces(raw) : [raw];
    const vague = names.find((each) => pointing.has(each.toLowerCase()) || vagueTitle.test(each));
    if (vague !== undefined) return vague;
  }
  return undefined;
}
