import { maskFences } from '../links/find-links.ts';
import { mapKinds } from './text-kinds.ts';
import type { KindOf, TextKind } from './text-kinds.ts';

export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly kind: TextKind;
  /** The kind of the surrounding text, if the occurrence isn't a separate word: `acmeClient`, `X-Acme-Key`. */
  readonly partOf?: 'words' | 'identifiers';
  /** Whether the occurrence is the plural, whose ending is kept: `keys` → `tokens`. */
  readonly isPlural: boolean;
}

/** Finds every position of a text on a page, with its kind. */
export function findOccurrences(page: { path: string; text: string }, old: string, replacement: string): Occurrence[] {
  const { path, text } = page;
  if (old === '' || !text.includes(old)) return [];
  const kindOf = isMarkup(old) ? findFenceKinds(text) : mapKinds(path, text);
  const found: Occurrence[] = [];
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + old.length)) {
    if (isReplacedAlready(text, at, { old, replacement })) continue;
    found.push(describe(text, { start: at, old, replacement, kind: kindOf(at, at + old.length) }));
  }
  return found;
}

/** Whether text contains markup and is therefore meant literally: "`a`", "<Note>", "[a](b)". */
const isMarkup = (old: string): boolean => /[`<>[\]{}]/.test(old);

function findFenceKinds(text: string): KindOf {
  const masked = maskFences(text);
  return (start, end) => (masked.slice(start, end) === text.slice(start, end) ? 'prose' : 'code');
}

/**
 * Whether an occurrence is already part of the new text: replacing "Acme" with "Acme Cloud" doesn't change
 * "Acme Cloud".
 */
function isReplacedAlready(
  text: string,
  at: number,
  { old, replacement }: { old: string; replacement: string },
): boolean {
  for (let offset = replacement.indexOf(old); offset !== -1; offset = replacement.indexOf(old, offset + 1)) {
    if (offset <= at && text.startsWith(replacement, at - offset)) return true;
  }
  return false;
}

function describe(
  text: string,
  { start, old, replacement, kind }: { start: number; old: string; replacement: string; kind: TextKind },
): Occurrence {
  const end = start + old.length;
  const hasWordRule = { start: isWord(old[0]), end: isWord(old.at(-1)) };
  const isPlural = hasWordRule.end && kind === 'prose' && endsInPlural(text, end) && mayTakePlural(old, replacement);
  const edges = {
    before: text.slice(Math.max(0, start - 40), start),
    after: text.slice(isPlural ? end + 1 : end).slice(0, 40),
  };
  const partOf = findWhole(edges, hasWordRule, kind);
  return { start, end, kind, isPlural: isPlural && partOf === undefined, ...(partOf === undefined ? {} : { partOf }) };
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/**
 * Whether a character belongs to a word. Scripts without spaces, or with suffixes on nouns, have no recognizable word
 * boundaries.
 */
function isWord(character: string | undefined): boolean {
  return character !== undefined && wordCharacter.test(character) && !unspaced.test(character);
}

const endsInPlural = (text: string, end: number): boolean =>
  text[end] === 's' && !wordCharacter.test(text[end + 1] ?? '');

/** Short words that become another word with an "s". */
const notPlural = /^(?:a|i|it|hi|her|new|doe|wa|ha|i|thi|alway|mean|good|custom|thank|map|let)$/i;

function mayTakePlural(old: string, replacement: string): boolean {
  const last = old.split(/\s/).at(-1) ?? '';
  return (
    /[A-Za-z]$/.test(replacement) &&
    !/(?:s|x|z|ch|sh|y)$/i.test(replacement) &&
    /[A-Za-rt-z]$/i.test(last) &&
    !notPlural.test(last)
  );
}

interface Edges {
  readonly before: string;
  readonly after: string;
}

function findWhole(
  edges: Edges,
  rule: { readonly start: boolean; readonly end: boolean },
  kind: TextKind,
): Occurrence['partOf'] {
  const { before, after } = withoutEmphasis(edges);
  if ((rule.start && isWordEnd(before)) || (rule.end && isWordStart(after))) return 'words';
  if (kind !== 'prose') return undefined;
  const isPart = (rule.start && identifierBefore.test(before)) || (rule.end && identifierAfter.test(after));
  return isPart && !isCompound({ before, after }) ? 'identifiers' : undefined;
}

const isWordEnd = (text: string): boolean => /[\p{L}\p{M}\p{N}_]$/u.test(text) && !unspaced.test(text.at(-1) ?? '');
const isWordStart = (text: string): boolean => /^[\p{L}\p{M}\p{N}_]/u.test(text) && !unspaced.test(text[0] ?? '');

/** Removes the marks of emphasis: `_Acme_` is an emphasized word, not a name with underscores. */
function withoutEmphasis({ before, after }: Edges): Edges {
  const opening = /(?<![\p{L}\p{N}_])_{1,3}$/u.exec(before)?.[0];
  return opening !== undefined && after.startsWith(opening)
    ? { before: before.slice(0, -opening.length), after: after.slice(opening.length) }
    : { before, after };
}

const identifierBefore = /(?:[\p{L}\p{N}_][-.:]|\p{N},|[/@#$\\&=%~])$/u;
const identifierAfter = /^(?:[-.:,][\p{L}\p{N}_]|[/@\\=(]|:\/\/|\.\.?\/)/u;

const compoundEnd =
  /^-(?:based|powered|specific|related|style|like|compatible|only|wide|side|native|managed|hosted|ready|friendly|free|aware|enabled|coded|driven|provided|generated|owned|first|level|to)(?![\p{L}\p{N}_-])/u;
const compoundStart = /(?<![\p{L}\p{N}_-])(?:[Nn]on|[Pp]re|[Pp]ost|[Ss]elf|[Mm]ulti|[Aa]nti)-$/u;

/** Whether an occurrence is part of an English compound, such as "Acme-based" or "non-Acme"; acme-cli is a name. */
function isCompound({ before, after }: Edges): boolean {
  const startIsFine = compoundStart.test(before) || !identifierBefore.test(before);
  const endIsFine = compoundEnd.test(after) || !identifierAfter.test(after);
  return startIsFine && endIsFine;
}
