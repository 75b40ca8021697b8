import { quote } from '../split-statements.ts';
import { described, isHarmless } from './harmless.ts';
import type { Skeleton } from './read-skeleton.ts';

const site =
  '(?: everywhere| (?:in|on|across|throughout) (?:docs|documentation|site|pages|docs site|documentation site))?';

/** A match's groups: quoted text, and pages as the grammar accepts them. */
export interface Filled {
  value(name: string): string;
  page(name: string): string;
  /** ` in P` with the places of a match, or an empty string. */
  where(): string;
  has(name: string): boolean;
  word(name: string): string;
}

export interface Wording {
  readonly patterns: readonly RegExp[];
  readonly write: (part: Filled) => string | undefined;
  /** The text to be replaced must occur only once. */
  readonly isOnce?: true;
}

/** A request in the grammar. */
export interface Written {
  readonly request: string;
  /** Requests with another meaning. If the site allows more than one, none is offered. */
  readonly others?: readonly string[];
  /** Requests to use, in order, if the site doesn't allow this one. */
  readonly fallbacks?: readonly string[];
  readonly isOnce: boolean;
}

/** Compiles templates, in which `{a:v}` is quoted text, `{p:p}` a page, and `{where}` optional places at the end. */
export function wording(...templates: readonly string[]): RegExp[] {
  return templates.map((template) => {
    const source = template
      .replaceAll(/\{(\w+):v\}/g, '(?<$1>V\\d+)')
      .replaceAll(/\{(\w+):p\}/g, '(?<$1>P\\d+)')
      .replaceAll(
        '{where}',
        `(?: ,?(?:in|on|at|across|throughout|of|from) (?<w1>P\\d+)(?:(?: ,| and| , and) (?<w2>P\\d+))?)?${site}`,
      )
      .replaceAll('{on}', '(?:(?:in|on|at) (?<w0>P\\d+)(?: ,| :)? )?')
      .replaceAll('{at}', '(?:(?:(?:in|on|at) (?<w0>P\\d+)(?: ,| :)?|(?<w5>P\\d+)(?: :| ,| -)) )?')
      .replaceAll('{gap}', '(?:(?: ,)? (?:but|since|because|as|last|this) (?<gapB>[^.:;?,]{1,80}?)(?= ,| \\.|$))?')
      .replaceAll('{nav}', '(?: (?:in|from|of) (?:left )?(?:sidebar|navigation|nav|menu|docs\\.json))?')
      .replaceAll(
        '{says}',
        '(?: :|,? saying(?: :)?|,? (?:that )?(?:says|reads)(?: :)?|,? with(?: text| content)?(?: :)?|,? which says(?: :)?)',
      )
      .replaceAll('{heading}', '(?:section|heading|header|subheading)')
      .replaceAll('{to}', '(?:to|with|by|into|for|as|arrow)');
    return new RegExp(`^${source}$`, 'iu');
  });
}

/**
 * The request of the first wording that matches. Every word of the statement must occur in the wording: any other word
 * may change the meaning.
 */
export function writeRequest(wordings: readonly Wording[], skeleton: Skeleton): Written | undefined {
  for (const { patterns, write, isOnce = false } of wordings) {
    for (const pattern of patterns) {
      const groups = pattern.exec(skeleton.text)?.groups;
      if (groups === undefined || !hasHarmlessGaps(groups)) continue;
      const written = write(createParts(groups, skeleton));
      if (written !== undefined) return { request: written, isOnce };
    }
  }
  return undefined;
}

/** Whether the free words within a wording, which the request omits, are harmless. */
const hasHarmlessGaps = (groups: Readonly<Record<string, string | undefined>>): boolean =>
  ['gapA', 'gapB'].every(
    (name) => isHarmless((groups[name] ?? '').replaceAll(described, '')) && !/[PV]\d/.test(groups[name] ?? ''),
  );

function createParts(groups: Readonly<Record<string, string | undefined>>, { values, pages: named }: Skeleton): Filled {
  const word = (name: string): string => {
    const raw = groups[name] ?? '';
    const number = Number(/^[PV](\d+)$/.exec(raw)?.[1]);
    return raw.startsWith('P') ? (named[number] ?? raw) : raw.startsWith('V') ? (values[number] ?? raw) : raw;
  };
  const page = (name: string): string => formatPage(word(name));
  const has = (name: string): boolean => groups[name] !== undefined;
  return {
    has,
    word,
    page,
    value: (name) => quote(word(name)),
    where: () => {
      const places = ['w0', 'w5', 'w3', 'w1', 'w2', 'w4'].filter(has).map(page);
      return places.length === 0 ? '' : ` in ${places.join(' and ')}`;
    },
  };
}

/** Formats a page as an address, which links and redirects use. */
export const toAddress = (written: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:|\/|\.|#)/i.test(written) ? written : `/${written.replace(/\.mdx?$/i, '')}`;

/** Whether a name is a list of pages, such as `a, b and c`. The pages of a list count as one place. */
export const isPageList = (written: string): boolean => /^\S+(?:, \S+)* and \S+$/.test(written);

export const formatPage = (written: string): string =>
  /^the .+ page$/i.test(written) || !/\s/.test(written) || isPageList(written) ? written : quote(written);
