import { trimEndOf } from '../../text/trim-end.ts';
import { quoteClose, quotedParts, quoteOpen, type RawStatement } from '../split-statements.ts';
import { listReductions, type Reduced } from './leave-out.ts';
import { exactWordings } from './fill-request.ts';
import { nearWordings } from './near-wordings.ts';
import { readCues } from './read-cues.ts';
import { readSkeleton, type Skeleton } from './read-skeleton.ts';
import { writeRequest, type Written } from './wording.ts';

type Words = Pick<RawStatement, 'pattern' | 'quoted'>;

export interface NearProposal extends Written {
  readonly leftOut: readonly Reduced['leftOut'][number][];
}

/** Longer sentences aren't read: all expressions together take more than linear time. */
const maxLength = 600;
const maxVariants = 24;
/** Variants of each of two sentences that are tried together. */
const maxPairVariants = 4;

/** Returns the request that a statement is likely, but not certain, to mean. */
export function proposeNear(statement: Words): NearProposal | undefined {
  if (statement.pattern.length > maxLength) return undefined;
  return findFirst(
    listVariants(statement)
      .slice(0, maxVariants)
      .map(({ pattern, leftOut }) => ({ ...statement, pattern, leftOut })),
  );
}

/** Finds the request in two sentences, the second of which refers to the first: "X links to A. It should link to B." */
export function proposeNearPair(first: Words, second: Words): NearProposal | undefined {
  if (first.pattern.length + second.pattern.length > maxLength) return undefined;
  const shift = first.quoted.length;
  const quoted = [...first.quoted, ...second.quoted];
  const seconds = listVariants(second).slice(0, maxPairVariants);
  const variants = listVariants(first)
    .slice(0, maxPairVariants)
    .flatMap((one) =>
      seconds.map((two) => ({
        pattern: `${one.pattern} . ${shiftQuotes(two.pattern, shift)}`,
        quoted,
        leftOut: [...one.leftOut, ...two.leftOut.map((words) => shiftQuotes(words, shift))],
      })),
    );
  return findFirst(variants);
}

function findFirst(variants: readonly (Words & Pick<Reduced, 'leftOut'>)[]): NearProposal | undefined {
  for (const { leftOut, ...words } of variants) {
    if (/[?？؟]$/.test(words.pattern)) continue;
    const coded = quoteCode(words);
    const named = quoteNames(coded);
    for (const variant of new Set([words, coded, named])) {
      const skeleton = joinPages(readSkeleton(variant));
      const written =
        writeRequest(nearWordings, skeleton) ?? writeRequest(exactWordings, skeleton) ?? writeCues(skeleton);
      if (written !== undefined) return { ...written, leftOut };
    }
  }
  return undefined;
}

/** Joins the pages of a list, which count as one place. */
function joinPages({ text, values, pages }: Skeleton): Skeleton {
  const joined: string[] = [];
  const shorter = text.replaceAll(/P\d+(?:(?: ,)?(?: and)? P\d+)*/g, (list) => {
    const names = [...list.matchAll(/P(\d+)/g)].map(([, number]) => pages[Number(number)] ?? '');
    const last = names.pop() ?? '';
    return `P${joined.push(names.length === 0 ? last : `${names.join(', ')} and ${last}`) - 1}`;
  });
  return { text: shorter, values, pages: joined };
}

/** A request names no smaller place than a page, so the text must not be elsewhere on the page. */
const narrowPlace = /\b(?:line|bullet|intro|introduction|paragraph|sentence|button|tab|menu)\b/i;

function writeCues(words: Skeleton): Written | undefined {
  const { alternatives = [], fallbacks = [] } = readCues(words) ?? {};
  const [request, ...others] = alternatives;
  return request === undefined
    ? undefined
    : { request, others, fallbacks, isOnce: /^replace .* with ""/.test(request) || narrowPlace.test(words.text) };
}

/** Rewrites other words for a page: "the quickstart guide" becomes "the quickstart page". */
const asPage = (pattern: string): string =>
  pattern.replace(
    /\b(the (?:(?!the |page\b)[\p{L}\p{N}&'’-]+ ){1,5})(?:guide|tutorial|article|doc|document)(?= |,|:|$)/giu,
    '$1page',
  );

const listVariants = ({ pattern: written }: Words): Reduced[] => {
  const pattern = asPage(written);
  return [{ pattern, leftOut: [] }, ...listReductions(pattern)];
};

const shiftQuotes = (pattern: string, by: number): string =>
  pattern.replaceAll(quotedParts, (_, number: string) => `${quoteOpen}${Number(number) + by}${quoteClose}`);

const word = /(?<=^|[\s(])[^\s(,:;)]+(?:\(\))?(?=[\s,:;.)]|$)/g;

/** Quotes code, so that wordings can use it as text. */
export function quoteCode(given: Words): Words {
  const { pattern, quoted } = given;
  const values = [...quoted];
  const marked = pattern.replaceAll(word, (found) => {
    const text = trimEndOf(found, '.');
    if (!isCode(text)) return found;
    return `${quoteOpen}${values.push(text) - 1}${quoteClose}${found.slice(text.length)}`;
  });
  return marked === pattern ? given : { pattern: marked, quoted: values };
}

const words = "[\\p{L}\\p{N}][\\p{L}\\p{N}_.'’+-]*";
const upTo = (count: number, word = words): string => `${word}(?: ${word}){0,${count - 1}}`;
const name = "\\p{Lu}[\\p{L}\\p{N}.'’+-]*";
const place = '(?:\\S+/\\S+|the .{1,40} page)';
/** Wordings with unquoted text that can't be about anything else. The site must contain the text to replace. */
const bare: readonly RegExp[] = [
  new RegExp(`^(.{0,60}?: )?()(${upTo(4)})( (?:->|=>|→) )(${upTo(4)})((?: (?:in|on) ${place}| \\(${place}\\))?)$`, 'u'),
  new RegExp(
    `^()((?:replace|change|rename|switch|swap|correct) (?:the (?:word|term|name) )?)(${words})( (?:to|with|by) )(${words})( (?:in|on) ${place})$`,
    'iu',
  ),
  new RegExp(
    `^()()(?:The )?(${upTo(3, name)})( (?:is|was|has been|are)(?: now)? (?:called|named|renamed to|rebranded to) )(${upTo(3, name)})((?:(?: now)?[,.]? .*)?)$`,
    'u',
  ),
  /^()()s\/([^/]{1,60})(\/)([^/]{1,60})\/g?((?: (?:in|on) \S+)?)$/u,
];
/** Parts of a page: "change links to buttons" is a wish about them. */
const parts =
  /^(?:images?|links?|headings?|tabs?|titles?|descriptions?|icons?|steps?|screenshots?|pictures?|diagrams?|code|examples?|notes?|warnings?|tips?|tables?|lists?|bullets?|paragraphs?|sentences?|words?|text|tone|voice|case|callouts?|cards?|accordions?|languages?|format|style|order|intro|introduction|sections?|pages?|files?|everything|all|it|this|that|them|content|wording|name|layout|url|path|version)$/i;

/** Capitalized names before "group" and "section", and in the sidebar. */
const named: readonly RegExp[] = [
  new RegExp(`((?:the |^))(${upTo(3, name)})( (?:sidebar |navigation )?(?:group|section|heading)\\b)`, 'u'),
  new RegExp(`((?:under|in|to) )(${upTo(3, name)})( in the (?:sidebar|navigation|nav)\\b)`, 'u'),
];
const lastName = new RegExp(`((?:group|section|heading).*(?:to|be|called|named) )(${upTo(3, name)})$`, 'u');

/** Words in parentheses at the end say where: ` (on the webhooks page)`. */
function writePlace(rest: string): string {
  const open = rest.indexOf(' (');
  return open === -1 || !rest.endsWith(')') ? rest : `${rest.slice(0, open)} in ${rest.slice(open + 2, -1)}`;
}

/** Quotes names and words that a wording encloses on both sides: "change npm to pnpm in guides/install". */
function quoteNames(given: Words): Words {
  const { pattern, quoted } = given;
  for (const each of bare) {
    const [, before = '', verb = '', old = '', between = '', replacement = '', rest = ''] = each.exec(pattern) ?? [];
    if (old === '' || parts.test(old) || parts.test(replacement) || old.includes(quoteOpen)) continue;
    const values = [...quoted];
    const after = writePlace(rest);
    const mark = (text: string): string => `${quoteOpen}${values.push(text) - 1}${quoteClose}`;
    return {
      pattern: `${before}${verb}${mark(old)}${between === '/' ? ' -> ' : between}${mark(replacement)}${after}`,
      quoted: values,
    };
  }
  const values = [...quoted];
  const mark = (_: string, before: string, text: string, after: string | number): string =>
    `${before}${quoteOpen}${values.push(text) - 1}${quoteClose}${typeof after === 'string' ? after : ''}`;
  const marked = named.reduce((text, each) => text.replace(each, mark), pattern);
  return marked === pattern ? given : { pattern: marked.replace(lastName, mark), quoted: values };
}

const codeForms = [
  // `#anchor`, `--verbose`, `@scope/name`, `v1.2.3`, `run()`
  /^#[\w-]+$/,
  /^--?[a-z][\w-]*$/i,
  /^@[\w-]+\/[\w.-]+$/,
  /^v?\d+\.\d[\w.-]*$/i,
  /^\w+\(\)$/,
];
const dottedName = /^[a-z0-9][\w-]*(?:\.[a-z0-9][\w-]*)+$/i;
const fileName = /\.(?:mdx?|json|ya?ml)$/i;

/** Whether a word is code even without quotes, such as `max_tokens`, `apiKey` or `--verbose`. */
function isCode(text: string): boolean {
  if (codeForms.some((form) => form.test(text))) return true;
  if (dottedName.test(text)) return !fileName.test(text);
  if (!/^[a-z]\w+$/i.test(text)) return false;
  return text.slice(1, -1).includes('_') || (/^[a-z]{2}/i.test(text) && /[_\d]|^[a-z]+[A-Z]/.test(text));
}
