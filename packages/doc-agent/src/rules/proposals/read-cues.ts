import { trimEndOf } from '../../text/trim-end.ts';
import { quote } from '../split-statements.ts';
import { formatPage, toAddress } from './wording.ts';
import type { Skeleton } from './read-skeleton.ts';

/*
 * Reads requests by their words, in any order: two quotations and "should" are a replacement; a page, a quotation and
 * "title" set a title. Every word must be in the vocabulary, which has no words that forbid, delay or restrict ("if",
 * "after", "only", "keep"). The words between two quotations, or the site, determine which quotation is the old text.
 */

const list = (words: string): string[] => words.split(' ');

/** Words that any request may contain. */
const common = new Set(
  list(
    "a also an and are as at be been better by called clearer content correct correctly could currently doc docs documentation everywhere favor fix fixed following for from good had has have here in instead into is it its line longer looks make me more must named need needs new newer nicer now nit of old on one our out page pages please proper quick rather readers real really right say saying says seo shorter should site small so still tell text than that the their them then there these they this those thus to today too typed up update updated us use used users uses using value want wants was we were which with words would wrong wrongly you your small minor tiny quickly recently  mistake typo typos spelling misspelled misspelling wording word phrase term sentence paragraph intro introduction bullet number version name command option flag setting parameter field variable env var button tab menu endpoint method function feature plan product label string reads read written write writes shows show mention mentions mentioned list lists listed states state contains contain refers refer change changed changes replace replaced replacing replaces rename renamed switch switched swap bump bumped correct corrected set put add added edit edited adjust lower raise turn become becomes became actually outdated incorrect stale obsolete consistent consistency it's it’s that's that’s there's there’s we've we’ve",
  ),
);

type Cue =
  | 'heading'
  | 'group'
  | 'title'
  | 'description'
  | 'sidebar'
  | 'remove'
  | 'redirect'
  | 'link'
  | 'callout'
  | 'hide'
  | 'unhide'
  | 'move'
  | 'add'
  | 'icon';

/** Words that show which kind of request it is. */
const cueWords: Readonly<Record<Cue, readonly string[]>> = {
  heading: list('heading headings header section sections subheading subsection'),
  group: list('group groups'),
  title: list('title titled titles'),
  description: list('description descriptions meta'),
  sidebar: list('sidebar navigation nav'),
  remove: list('remove removed delete deleted drop dropped take cut gone'),
  redirect: list('redirect redirects redirected forward forwards 404 404s'),
  link: list(
    'link links linked url urls href point points pointing go goes lead leads broken dead image screenshot picture',
  ),
  callout: list('warning note tip info callout box'),
  hide: list('hide hidden'),
  unhide: list('unhide unhidden again'),
  move: list('move moved moves under belongs belong lives live'),
  add: list('append insert include bottom end top missing'),
  icon: list('icon'),
};
const cueOf = new Map<string, Cue>(
  Object.entries(cueWords).flatMap(([cue, words]) => words.map((word) => [word, cue as Cue] as const)),
);

/** An order, an obligation, or a fact that the documentation must follow. */
const asks =
  /\b(?:should|must|needs?|arrow|typo|mistake|misspell\w+|spelling|wrong|incorrect|outdated|stale|obsolete|broken|now|renamed|(?:has|have|was|were) (?:changed|moved|merged)|(?:real|right|correct|new)(?: \w+)? (?:is|url|link|name|value)|duplicates|in favor of)\b|(?:^|[,.:;-] |\band )(?:so )?(?:replace|change|update|fix|correct|use|write|say|set|rename|make|put|add|edit|swap|switch|bump|adjust|lower|raise|remove|delete|drop|take|cut|move|redirect|forward|link|point|show|list|hide|unhide|append|insert|include|have)\b/i;

export interface Cues {
  /** Requests, at most one of which fits the site. */
  readonly alternatives: readonly string[];
  readonly fallbacks: readonly string[];
}

/** Reads one statement, or two that ` .` joins. Returns `undefined` if a word is unknown or no request results. */
export function readCues({ text, values, pages }: Skeleton): Cues | undefined {
  const cues = new Set<Cue>();
  const tokens = text.split(/\s+/);
  for (const [at, token] of tokens.entries()) {
    // The word without a leading parenthesis and trailing punctuation.
    const word = trimEndOf(token.replace(/^\(/, ''), '.)!').toLowerCase();
    if (/^(?:[PV]\d+|[.,:;-]|arrow|)$/i.test(word) || common.has(word)) continue;
    const cue = cueOf.get(word);
    if (cue !== undefined) cues.add(cue);
    else if (!isFreeWord(word, tokens, at)) return undefined;
  }
  const isVague =
    forOthers.test(text) ||
    /\b(?:in|on|at) (?:this|that|these|those|it|here|there|them)\b|\bused to (?:say|be|read|have|use)\b|\b(?:in|on|at|to|of|for|with|from|under)$|\bwe (?:say|use|write|call)\b.*\b(?:instead of|rather than)\b/i.test(
      text,
    );
  if (isVague || !asks.test(text)) return undefined;
  const alternatives = write({ text, values, pages, cues });
  const [request = '', ...more] = alternatives;
  if (request === '') return undefined;
  // As a fallback, a section that doesn't exist is created, and an address that isn't linked is replaced as plain text.
  const fallbacks = more.filter((each) => each.startsWith('append ') || each.startsWith('replace "http'));
  return { alternatives: [request, ...more.filter((each) => !fallbacks.includes(each))], fallbacks };
}

/** Matches instructions for readers, restrictions to some readers, and judgments about a request. */
const forOthers =
  /\b(?:readers?|users?) (?:must|should|needs?|ha(?:s|ve) to|want to)\b|\byou (?:must|have to)\b|\bfor (?:\w+ )?(?:readers|users|you)\b|\b(?:wrong|incorrect|mistake|typo) to\b/i;

/** Whether a word doesn't affect the request: "not" before a value, "but" before a contrast, or a line number. */
const isFreeWord = (word: string, tokens: readonly string[], at: number): boolean =>
  (word === 'not' && /^V\d/.test(tokens[at + 1] ?? '')) ||
  (word === 'but' && /^(?:it|should|V\d+|this|that|they|is|are)$/.test(tokens[at + 1] ?? '')) ||
  (/^\d+$/.test(word) && /^line$/i.test(tokens[at - 1] ?? ''));

interface Slots {
  readonly text: string;
  readonly values: readonly string[];
  readonly pages: readonly string[];
  readonly cues: ReadonlySet<Cue>;
}

function write(slots: Slots): string[] {
  const { values, cues } = slots;
  const only = (...allowed: readonly Cue[]): boolean => [...cues].every((cue) => allowed.includes(cue));
  const has = (cue: Cue): boolean => cues.has(cue);
  if (has('callout') && only('callout', 'add', 'heading') && !has('heading')) return writeCallout(slots);
  if (has('heading') && only('heading', 'add', 'remove')) return writeSection(slots);
  if ((has('title') || has('description')) && only('title', 'description', 'sidebar', 'add')) return writeKey(slots);
  if (has('group') || has('sidebar')) return only('group', 'sidebar', 'move', 'add') ? writeGroup(slots) : [];
  if (has('redirect') && only('redirect', 'move', 'link')) return writeRedirect(slots);
  if (has('hide') || has('unhide')) return only('hide', 'unhide') ? writeHidden(slots) : [];
  if (has('remove')) return only('remove', 'redirect') ? writeRemoval(slots) : [];
  if (values.length === 2 && cues.size === 0) return writeReplacement(slots);
  if (only('link', 'move', 'add') && values.length === 0) return writeLink(slots);
  return [];
}

/** Formats pages as places: those after "in" or "on", or at the beginning. */
const where = (pages: readonly string[]): string =>
  pages.length === 0 ? '' : ` in ${pages.map(formatPage).join(' and ')}`;

/** The two values as old and new, if the words between them determine the order; otherwise, both orders. */
function listDirections(
  [first = '', second = '']: readonly string[],
  text: string,
  slot: 'V' | 'P',
): [string, string][] {
  const parts = text.split(new RegExp(`${slot}\\d+`, 'i'));
  const [before = '', between = ''] = parts.slice(-3);
  const isBackward =
    /\b(?:instead of|rather than|not|in place of|replaces|formerly|previously|was|used to be|new name (?:of|for)|to replace)\b/i.test(
      between,
    ) ||
    (/\bnew\b/i.test(before) && /\bfor\b/i.test(between));
  // "It says A instead of B" reports a fault; "use A instead of B" is an order.
  const isReport = /\binstead of\b/i.test(between) && !/\b(?:should|must|needs?|use|write|now|make|be)\b/i.test(text);
  if (isReport)
    return [
      [first, second],
      [second, first],
    ];
  const isForward =
    /\b(?:to|with|by|into|arrow|in favor of|should|must|becomes?|is now|are now|but|now called)\b/i.test(between);
  if (isBackward && isForward) return [];
  if (isBackward) return [[second, first]];
  if (isForward) return [[first, second]];
  return [
    [first, second],
    [second, first],
  ];
}

/**
 * Whether two values belong together, so that neither replaces the other: "show A and B", "add A to B", "A needs B".
 */
function belongTogether(text: string, slot: 'V' | 'P'): boolean {
  const [before = '', between = ''] = text.split(new RegExp(`${slot}\\d+`, 'i'));
  if (/(?:^|\s)(?:and|or|,)\s*$/i.test(between)) return true;
  if (/\b(?:instead|rather|place|favor|not|but|arrow|replac\w+|chang\w+|renam\w+)\b/i.test(between)) return false;
  const isAddition = /\b(?:add|put|append|insert|include|show|list|mention)\b[^.]*$/i.test(before);
  const isReport = /\b(?:says?|reads?|has|have|shows?|mentions?|lists?|contains?|states?|refers?|it's|it’s)\b/i.test(
    before,
  );
  const relates =
    /\b(?:needs?|uses|used|using|lists|shows|mentions|contains|(?:has|have)(?! (?:been|moved|merged|become|now)\b)|(?:be|is|are) set)\b|\b(?:should|must|can|to) (?:use|list|show|mention|contain|have)\b/i.test(
      between,
    );
  return isAddition || (relates && !isReport);
}

/** Like `listDirections`, but without a result if neither value replaces the other. */
const listReplacements = (values: readonly string[], text: string, slot: 'V' | 'P'): [string, string][] =>
  belongTogether(text, slot) ? [] : listDirections(values, text, slot);

function writeReplacement({ text, values, pages }: Slots): string[] {
  if (pages.length > 1 || values[0] === values[1]) return [];
  return listReplacements(values, text, 'V').map(
    ([old, next]) => `replace ${quote(old)} with ${quote(next)}${where(pages)}`,
  );
}

function writeSection({ text, values, pages, cues }: Slots): string[] {
  const [named] = pages;
  const [first = '', second = ''] = values;
  if (named === undefined || pages.length > 1 || first === '') return [];
  if (cues.has('remove'))
    return values.length === 1 && !cues.has('add') ? [`remove section ${quote(first)} from ${formatPage(named)}`] : [];
  if (values.length !== 2) return [];
  if (cues.has('add') || /\b(?:add|put|write)\b/i.test(text)) {
    const isTextFirst = /\b(?:to|under|in)\b/i.test(text.slice(text.indexOf('V0'), text.lastIndexOf('V1')));
    const [heading, content] = isTextFirst ? [second, first] : [first, second];
    return [
      `add to section ${quote(heading)} of ${formatPage(named)}: ${quote(content)}`,
      ...(isTextFirst ? [] : [`append section ${quote(heading)} to ${formatPage(named)}: ${quote(content)}`]),
    ];
  }
  return listReplacements(values, text, 'V').map(
    ([old, next]) => `rename section ${quote(old)} in ${formatPage(named)} to ${quote(next)}`,
  );
}

function writeKey({ text, values, pages, cues }: Slots): string[] {
  const [named] = pages;
  if (named === undefined || pages.length > 1 || values.length === 0 || values.length > 2) return [];
  if (cues.has('title') && cues.has('description')) return [];
  const name = cues.has('description') ? 'description' : cues.has('sidebar') ? 'sidebarTitle' : 'title';
  const set = (value: string): string => `set ${name} of ${formatPage(named)} to ${quote(value)}`;
  if (values.length === 1) return [set(values[0] ?? '')];
  const [direction, ...more] = listDirections(values, text, 'V');
  return direction === undefined || more.length > 0 || direction[0] === direction[1] ? [] : [set(direction[1])];
}

function writeCallout({ text, values, pages }: Slots): string[] {
  const [named] = pages;
  const types = new Set(text.toLowerCase().match(/\b(?:warning|note|tip|info)\b/g));
  const [type] = types;
  if (named === undefined || pages.length > 1 || values.length !== 1 || types.size !== 1) return [];
  return [`add a ${type ?? 'note'} to ${formatPage(named)}: ${quote(values[0] ?? '')}`];
}

function writeGroup({ text, values, pages, cues }: Slots): string[] {
  const [named] = pages;
  if (values.length === 1 && pages.length === 1 && named !== undefined) {
    const group = `move page ${formatPage(named)} to group ${quote(values[0] ?? '')}`;
    const isMove = cues.has('move') || cues.has('group') || /\b(?:put|add|list|listed|under)\b/i.test(text);
    const isTitle = /\bas V|\bshows?\b/i.test(text);
    if (isTitle)
      return cues.has('sidebar') ? [`set sidebarTitle of ${formatPage(named)} to ${quote(values[0] ?? '')}`] : [];
    return isMove ? [group] : [];
  }
  if (values.length === 2 && pages.length === 1 && named !== undefined && cues.has('sidebar') && !cues.has('group')) {
    const [direction, ...more] = listDirections(values, text, 'V');
    return direction === undefined || more.length > 0
      ? []
      : [`set sidebarTitle of ${formatPage(named)} to ${quote(direction[1])}`];
  }
  if (values.length !== 2 || pages.length > 0 || cues.has('move') || cues.has('add')) return [];
  return listReplacements(values, text, 'V').map(([old, next]) => `rename group ${quote(old)} to ${quote(next)}`);
}

function writeRedirect({ text, values, pages }: Slots): string[] {
  if (pages.length !== 2 || values.length > 0) return [];
  // "The redirect from A to B is wrong" doesn't say what to do.
  if (/\b(?:wrong|incorrect|outdated|obsolete|stale)\b/i.test(text) && !/\b(?:should|must|needs?)\b/i.test(text))
    return [];
  return listDirections(pages, text, 'P').map(
    ([from, to]) => `add redirect from ${toAddress(from)} to ${toAddress(to)}`,
  );
}

function writeHidden({ values, pages, cues }: Slots): string[] {
  const [named] = pages;
  if (named === undefined || pages.length > 1 || values.length > 0) return [];
  return [`${cues.has('hide') ? 'hide' : 'unhide'} page ${formatPage(named)}`];
}

function writeRemoval({ text, values, pages, cues }: Slots): string[] {
  const [named, ...others] = new Set(pages);
  const [target] = others;
  if (named === undefined) return [];
  if (cues.has('redirect')) {
    const to = pages[Number(/redirect(?:ed)?(?: it)? (?:to )?P(\d)/i.exec(text)?.[1] ?? -1)];
    if (target === undefined || to !== target || others.length > 1 || values.length > 0) return [];
    return [`delete page ${formatPage(named)} and redirect to ${toAddress(target)}`];
  }
  if (pages.length > 1) return [];
  if (values.length === 1) return [`replace ${quote(values[0] ?? '')} with ""${where(pages)}`];
  return [];
}

function writeLink({ text, pages }: Slots): string[] {
  if (pages.length < 2 || pages.length > 3) return [];
  const place = /\b(?:in|on|at) P(\d)|^P(\d)\b(?=(?: :| ,)? (?:has|still|contains|links|link|points))/i.exec(text);
  const number = Number(place?.[1] ?? place?.[2] ?? -1);
  const targets = pages.filter((_, index) => index !== number);
  if (targets.length !== 2 || !targets.every((each) => /^(?:https?:|\/|#|mailto:)/i.test(each))) return [];
  const others = text.replace(new RegExp(`P${number}\\b`, 'i'), '');
  const places = number === -1 ? [] : [pages[number] ?? ''];
  const directions = listReplacements(targets, others, 'P');
  return [
    ...directions.map(([old, next]) => `change URL ${old} to ${next}${where(places)}`),
    ...(directions.length === 1 ? directions : [])
      .filter(([old]) => /^https?:/i.test(old))
      .map(([old, next]) => `replace ${quote(old)} with ${quote(next)}${where(places)}`),
  ];
}
