import { countOf } from '../text/count-of.ts';
import { clipWords } from '../text/clip-words.ts';
import type { CitedLines } from '../turn.ts';
import type { ToolAnswer, ToolRequest } from './plan.ts';
import { toText } from './read-answer.ts';
import { isOrder } from './proposals/leave-out.ts';

/** A question about the site: pages that contain words, or pages about a subject. */
export interface SiteQuestion {
  /** Words to find exactly; `undefined` if the question names none. */
  readonly mentioned: string | undefined;
  /** Whether the words were in quotes, so that no others can be meant. */
  readonly isQuoted: boolean;
  readonly query: string;
}

const maxQuestionLength = 400;
/** Other questions often ask for an opinion about a change, not for information on the site. */
const isQuestion =
  /^(?:where|which|who|when|how (?:do|does|can|to|is|are|many|much|long|often)|what (?:is|are|does|do|kind|version|(?:pages?|files?|docs|guides?)\b)|(?:is|are) there (?!an? (?:reason|objection|way|chance|plan|point)|any)|(?:do we|does (?:anything|any page|the site|our site)|do (?:the|our) docs|do any pages) (?:still |already |ever )?(?:mention|document|describe|explain|cover|have (?!to )|link|use|say|refer)|(?:is|are) .+ (?:documented|mentioned|described|explained|covered)(?: anywhere| in the docs)?$)\b/i;
/** Requests in the form of a question. */
const isRequest = /^(?:when|where|how) (?:can|will|could|do) you\b|^who (?:can|could|will)\b/i;
const mentions =
  /^(?:on )?(?:which|what) (?:pages?|files?|docs|articles?|guides?) (?:mentions?|contains?|uses?|names?|refers? to|talks? about|includes?) (.+)$|^where (?:is|are|do we mention|do we use) (.+?)(?: (?:mentioned|used|named))?$|^(?:(?:which|what) pages? links? to|does (?:anything|any page) link to|do any pages link to) (?:the )?(\S+?)(?: page)?$|^(?:do we|does (?:anything|any page|the site|our site)|do (?:the|our) docs|do any pages) (?:still |already |ever )?(?:mention|use|say|refer to) (.+?)(?: anywhere| in the docs| on any page)?$|^(?:is|are) (.+?) (?:documented|mentioned|described|used)(?: anywhere| in the docs)?$/i;

/** Reads a prompt that is one question, and nothing else. */
export function readQuestion(prompt: string): SiteQuestion | undefined {
  const sentences = prompt.trim().split(/(?<=[.!]) +/);
  const text = sentences.at(-1) ?? '';
  // "A customer asked us this. Where is it documented?"
  if (!sentences.slice(0, -1).every((sentence) => !isOrder(sentence))) return undefined;
  const isOne = text.length <= maxQuestionLength && /^[^\n?]+\?$/.test(text) && !/[.!] /.test(text);
  if (!isOne || !isQuestion.test(text.slice(0, -1)) || isRequest.test(text)) return undefined;
  const query = text.slice(0, -1).trim();
  const words = mentions
    .exec(query)
    ?.slice(1)
    .find((found) => found !== undefined)
    ?.trim();
  const quoted = /^["“'`](.+)["”'`]$/.exec(words ?? '')?.[1];
  return { isQuoted: quoted !== undefined, mentioned: quoted ?? words?.replace(/^(?:the|an?|our) /i, ''), query };
}

interface Hit {
  readonly path: string;
  readonly line: number;
}

export interface FoundAnswer {
  readonly outcome: 'answer';
  readonly title: string;
  readonly summary: string;
  readonly sources: readonly CitedLines[];
}

const maxPages = 10;
const maxLinesOfPage = 3;

/** Searches the site. Returns `undefined` if nothing is found: the engine's only source is the site. */
export function* answerQuestion({
  mentioned,
  isQuoted,
  query,
}: SiteQuestion): Generator<readonly ToolRequest[], FoundAnswer | undefined, readonly ToolAnswer[]> {
  if (mentioned !== undefined) {
    const [found] = yield [{ tool: 'grep', input: { regex: escape(mentioned), ignoreCase: true } }];
    const hits = readHits(found);
    const isCut = found?.value['truncated'] === true;
    const name = `"${clipWords(mentioned, 100)}"`;
    if (hits.length > 0)
      return compose(
        hits,
        (pages) => `${isCut ? 'At least ' : ''}${countOf(pages, 'page')} contain${pages === 1 ? 's' : ''} ${name}:`,
      );
  }
  const [ranked] = yield [{ tool: 'search_docs', input: { query } }];
  const paths = readPaths(ranked).slice(0, maxPages / 2);
  const words = listWords(query);
  if (paths.length === 0 || words.length === 0) return undefined;
  const regex = words.map(escape).join('|');
  const searches = yield paths.map((path) => ({
    tool: 'grep',
    input: { regex, glob: escapeGlob(path), ignoreCase: true },
  }));
  const best = searches.flatMap((found) => findBest(found, words));
  if (best.length === 0) return undefined;
  return compose(
    best,
    () =>
      `${isQuoted && mentioned !== undefined ? `No page contains "${clipWords(mentioned, 100)}". ` : ''}These passages match the question best. The rules engine only searches: check whether they answer it.`,
  );
}

/** Letters of other alphabets, digits and punctuation have no meaning after a backslash. */
const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const escapeGlob = (path: string): string => path.replace(/[*?[\]{}!\\]/g, String.raw`\$&`);

const common = new Set(
  'where which what who when how why is are do does did the a an of in on to for and or with can could should would i we you it our my your page pages file files docs documentation document documented described mention mentions mentioned contain about there this that'.split(
    ' ',
  ),
);

function listWords(query: string): string[] {
  const all = query.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_-]+/gu) ?? [];
  return [...new Set(all.filter((word) => !common.has(word)))].slice(0, 12);
}

function readHits(answer: ToolAnswer | undefined): (Hit & { readonly text: string })[] {
  const hits = answer?.value['hits'];
  if (!Array.isArray(hits)) return [];
  return (hits as Record<string, unknown>[]).map(({ path, line, text }) => ({
    path: toText(path),
    line: Number(line),
    text: toText(text),
  }));
}

function readPaths(answer: ToolAnswer | undefined): string[] {
  const pages = answer?.value['pages'];
  return Array.isArray(pages) ? (pages as Record<string, unknown>[]).map(({ path }) => toText(path)) : [];
}

/** The line of a page that contains the most of the words. */
function findBest(answer: ToolAnswer, words: readonly string[]): Hit[] {
  const count = (text: string): number => words.filter((word) => text.toLowerCase().includes(word)).length;
  const [best] = readHits(answer).toSorted((a, b) => count(b.text) - count(a.text) || a.line - b.line);
  return best === undefined ? [] : [best];
}

function compose(hits: readonly Hit[], lead: (pages: number) => string): FoundAnswer {
  const pages = [...Map.groupBy(hits, ({ path }) => path)];
  const shown = pages.slice(0, maxPages).map(([path, those]) => ({
    path,
    lines: those.slice(0, maxLinesOfPage).map(({ line }) => line),
    more: Math.max(0, those.length - maxLinesOfPage),
  }));
  const items = shown.map(({ path, lines, more }) => {
    const what = lines.length === 1 ? 'line' : 'lines';
    return `- \`${path}\`, ${what} ${lines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
  const rest = pages.length - shown.length;
  if (rest > 0) items.push(`- and ${countOf(rest, 'more page')}`);
  return {
    outcome: 'answer',
    title: '',
    summary: `${lead(pages.length)}\n\n${items.join('\n')}`,
    sources: shown.flatMap(({ path, lines }) => lines.map((line) => ({ path, from: line, to: line }))),
  };
}
