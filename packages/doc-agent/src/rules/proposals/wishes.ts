import { quotedParts } from '../split-statements.ts';
import { isHarmless } from './harmless.ts';

/** "The quoted text is too narrow": a complaint about text that another sentence changes. */
const complaint =
  /^(?:the )?x (?:is|are|sounds?|feels?|looks?|reads?)(?: (?:a bit|way|far|really|very|quite|pretty))? (?:too \w+|wrong|incorrect|outdated|confusing|misleading|vague|unclear|narrow|broad|generic|dated|odd|awkward|clumsy|old-fashioned)$/i;

export const isComplaint = (pattern: string): boolean => complaint.test(pattern.replaceAll(quotedParts, 'x'));

const wish =
  /^(?:(?:can|could) (?:we|you|someone)(?: please)? )?(?:give|improve|fix|update|change|clean up|clarify|tidy|polish|correct|adjust|rename)\b[^?]*\?$/i;

/** Whether a question names a part of a page, but no text and no path: "Can we give the page a better title?" */
export const isWish = (pattern: string): boolean =>
  wish.test(pattern) && pattern.search(quotedParts) === -1 && !/\/\w/.test(pattern) && isHarmless(pattern.slice(0, -1));

const things: readonly (readonly [RegExp, RegExp])[] = [
  [/\btitles?\b/i, /^set (?:title|sidebarTitle) /],
  [/\bdescriptions?\b/i, /^set description /],
  [/\bicons?\b/i, /^set icon /],
  [/\b(?:headings?|sections?)\b/i, /^rename section /],
  [/\bgroups?\b/i, /^rename group /],
  [/\b(?:links?|urls?)\b/i, /^change URL /],
  [/\b(?:wording|typos?|spelling|terms?|terminology|names?)\b/i, /^replace /],
];

/** Whether a request changes the part that a wish names. */
export const grantsWish = (pattern: string, request: string): boolean =>
  things.some(([thing, kind]) => thing.test(pattern) && kind.test(request));
