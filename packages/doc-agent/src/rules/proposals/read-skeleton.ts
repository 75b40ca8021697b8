import { trimEndOf } from '../../text/trim-end.ts';
import { quotedParts, type RawStatement } from '../split-statements.ts';

/**
 * A statement with its values numbered and its filler words removed: `please change the title of guides/a to "B"`
 * becomes `change title of P0 to V0`.
 */
export interface Skeleton {
  readonly text: string;
  /** The values that are numbered in the text. */
  readonly values: readonly string[];
  readonly pages: readonly string[];
}

const fillers =
  /\b(?:the|an?|our|your|all|every|each|any|just|simply|existing|current|whole|entire|please|kindly)\b ?/gi;
/** A path, an address, or a name with an extension; `and/or` and `24/7` are neither. */
const path =
  /(?<!\S)(?:https?:\/\/\S+|mailto:\S+|\.{0,2}\/[\w./#%~-]*|(?=[\w.-]*[a-z])[\w.-]+(?:\/[\w.()-]+)+\/?|[\w-]+\.mdx?)(?=['’]s\b|[\s,:;)]|$)/gi;
const notPaths = /^(?:and\/or|either\/or|his\/her|n\/a|i\/o|input\/output|read\/write|on\/off|yes\/no|true\/false)$/i;
const titled =
  /\bthe ((?:(?!(?:page|the|in|on|of|to|from|at|and|this|that|other|same|old|new|first|last|next)\b)[\p{L}\p{N}&.'’+()-]+ ){1,6}?)page\b(?! (?:titled?|description)\b)/giu;
const namedPage = /\b(?:page|file) ([\w][\w-]*(?:\.mdx?)?)(?= |,|:|$)(?! (?:titled?|description)\b)/gi;
/** Words before "page" or "pages" that don't name a page. */
const notNames =
  /^(?:from|to|in|on|of|at|and|or|is|was|are|has|should|called|named|titled|title|titles|with|that|which|so|for|by|as|it|into|out|P\d+|V\d+)$/i;

export function readSkeleton({ pattern, quoted: texts }: Pick<RawStatement, 'pattern' | 'quoted'>): Skeleton {
  const values: string[] = [];
  const pages: string[] = [];
  const addPage = (written: string): string => ` P${pages.push(written) - 1} `;
  const text = pattern
    .replace(quotedParts, (_, number: string) => ` V${values.push(texts[Number(number)] ?? '') - 1} `)
    .replace(titled, (whole: string, name: string) => {
      const value = /^ ?V(\d+) $/.exec(name)?.[1];
      if (value !== undefined) return addPage(`the ${values[Number(value)] ?? ''} page`);
      return /V\d/.test(name) ? whole : addPage(`the ${name.trim()} page`);
    })
    .replace(path, (written: string) => {
      const name = trimEndOf(written, '.,:;!');
      return notPaths.test(name) || name === '' ? written : `${addPage(name)}${written.slice(name.length)}`;
    })
    .replace(namedPage, (whole: string, name: string) => (notNames.test(name) ? whole : addPage(name)))
    .replaceAll(/->|=>|[→➜⇒]/g, ' arrow ')
    .replaceAll(/(?<!\s)\s+(?=['’]s\b)/g, '')
    .replaceAll(fillers, '')
    .replaceAll(/\b(?:page|file) (?=P\d)|(?<=P\d+) (?:page|file)\b/g, '')
    .replaceAll(/[:,;]/g, ' $& ')
    .replaceAll(/\s+/g, ' ')
    .trimStart();
  return { text: trimEndOf(text, ' .,;!'), values, pages };
}
