import type { Citation } from '../turn.ts';

/** A location in source code: `acme/api@1a2b3c4:src/client.ts#L10-L20`. */
export interface CodeLocation {
  readonly repository: string;
  /** At least seven of its 40 digits. */
  readonly commit: string;
  readonly path: string;
  /** 1-based. */
  readonly from: number;
  readonly to: number;
}

const form = /^([\w.@/:-]{1,300})@([0-9a-f]{7,40}):([^\p{Cc}#]{1,300})#L(\d{1,10})(?:-L?(\d{1,10}))?$/u;

export function parseLocation(text: string): CodeLocation | undefined {
  const [, repository, commit, path, first, last] = form.exec(text.trim().replace(/^`|`$/g, '')) ?? [];
  if (repository === undefined || commit === undefined || path === undefined) return undefined;
  const from = Number(first);
  return { repository, commit, path, from, to: last === undefined ? from : Number(last) };
}

export function formatLocation({ repository, commit, path, from, to }: CodeLocation): string {
  return `${repository}@${commit}:${path}#L${from}${to === from ? '' : `-L${to}`}`;
}

const maxLocationLength = 800;

/** Finds citations in a text, each with its sentence. A citation in parentheses belongs to the preceding sentence. */
export function findCitations(text: string): Citation[] {
  return text.split('\n').flatMap((line) => {
    const sentences = line.split(/(?<=[.!?])\s/);
    return sentences.flatMap((sentence, index) => {
      const locations = listLocations(sentence);
      const own = withoutLocations(sentence, locations).replaceAll(/[`()\s.,;]/g, '');
      const claim = own === '' ? (sentences[index - 1] ?? '') : sentence;
      return locations.map((location) => ({ claim: withoutLocations(claim, locations).trim(), location }));
    });
  });
}

/** Lists words in the format of a location, without the punctuation around them. */
function listLocations(sentence: string): string[] {
  if (!sentence.includes('#L')) return [];
  return sentence
    .split(/[\s`()<>"']/)
    .filter((word) => word.includes('#L') && word.length <= maxLocationLength)
    .map((word) => word.replace(/[.,;:!?]$/, ''))
    .filter((word) => parseLocation(word) !== undefined);
}

const withoutLocations = (text: string, locations: readonly string[]): string =>
  locations.reduce((left, location) => left.replaceAll(location, ''), text);

/**
 * Lists the names in a claim's backticks, as they appear in code: without a call's parentheses, an option's dashes and
 * quotation marks. Spans with spaces are ignored, because they are commands or prose.
 */
export function listNames(claim: string): string[] {
  const spans = [...claim.matchAll(/`([^`\n]{1,120})`/g)].map(([, span = '']) => span.trim());
  return spans
    .filter((span) => span !== '' && !/\s/.test(span) && parseLocation(span) === undefined)
    .map((span) =>
      span
        .replace(/\(\)$/, '')
        .replace(/^(["'])(.*)\1$/, '$2')
        .replace(/^-{1,2}(?=\w)/, ''),
    )
    .filter((span) => span !== '');
}

/** Whether lines contain a name that isn't part of a longer one. `client.retries` is also found as `retries`. */
export function containsName(lines: string, name: string): boolean {
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('::') + 1) + 1);
  return findWhole(lines, name) || (last !== '' && last !== name && /^[A-Za-z_$]/.test(last) && findWhole(lines, last));
}

const isWordPart = (character: string | undefined): boolean => character !== undefined && /[\w$]/.test(character);

function findWhole(lines: string, name: string): boolean {
  for (let at = lines.indexOf(name); at !== -1; at = lines.indexOf(name, at + 1)) {
    const isInside =
      (isWordPart(name[0]) && isWordPart(lines[at - 1])) ||
      (isWordPart(name.at(-1)) && isWordPart(lines[at + name.length]));
    if (!isInside) return true;
  }
  return false;
}
