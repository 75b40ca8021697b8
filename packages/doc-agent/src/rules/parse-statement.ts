import type { JsonValue } from '../ports.ts';
import type { ReplaceKind } from '../replacement/replace-in-page.ts';
import type { Instruction } from './instruction.ts';
import { naturalForms } from './natural-forms.ts';
import { fillRequest } from './proposals/fill-request.ts';
import { splitStatements, type RawStatement } from './split-statements.ts';
import { findVague, form, inPages, onPages, quotedPart, readParts, the } from './statement-form.ts';
import type { Form, Parts } from './statement-form.ts';

/** The kinds of text that a replacement changes in addition to prose, or instead of it. */
const kindWord =
  '(?:code(?: (?:blocks?|samples?|examples?))?|links?|urls?|image paths?|identifiers?|inside (?:of )?words|prose|text)';
const kindList = `${kindWord}(?:(?:, (?:and )?| and )${kindWord})*`;
const kinds = `(?:,? (?:(?<also>including|also in|and also in|as well as in|and in)|(?:only )?in)(?: the)? (?<kinds>${kindList}))?`;

const key = `[a-z_][\\w:.-]*|${quotedPart}`;
const named = '(?<named>frontmatter (?:key |field )?)?';
const inFrontmatter = '(?<named2>(?:the )?frontmatter of )?';
const isFrontmatterNamed = (part: Parts): boolean => (part.find('named') ?? part.find('named2')) !== undefined;

const replaceVerb = '(?:replace|change|substitute|update)';
const every = '(?:(?:all|every|each)(?: (?:the )?(?:occurrences?|instances?|mentions?|uses?) of)? )?';

const forms: readonly Form[] = [
  {
    usage: 'replace "A" with "B" [in PATH]',
    patterns: [
      form(`${replaceVerb} ${every}${the}(?:(?:text|word|phrase|term|string) )?{old} (?:with|by|to|for) {new}${kinds}`),
      form(
        `${replaceVerb} ${every}${the}(?:(?:text|word|phrase|term|string) )?{old} (?:with|by|to|for) {new}${inPages}${kinds}`,
      ),
      form(`${onPages} ${replaceVerb} {old} (?:with|by|to) {new}${kinds}`),
      // "Replace screenshots with diagrams" is a wish; "occurrence" refers to text.
      form(
        `(?:replace|change) (?:all|every|each) (?:the )?(?:occurrences?|instances?) of {old:w} (?:with|by|to) {new:w}${inPages}${kinds}`,
      ),
    ],
    build: (part) => ({
      kind: 'replace',
      old: part.text('old'),
      new: part.text('new'),
      where: part.list('where'),
      ...toKinds(part),
    }),
  },
  {
    usage: 'add page PATH to group "G" [after PATH]',
    patterns: [
      form(
        `(?<verb>add|move|put) {page:p} (?:to|into|in|under) ${the}(?:navigation |sidebar )?(?:group|section) {group:w}(?: after {after:p})?`,
      ),
      form(
        `(?<verb>add|move|put) {page:p} (?:to|into|in|under) ${the}{group} (?:navigation |sidebar )?(?:group|section)(?: after {after:p})?`,
      ),
      form(
        `(?<verb>add|move|put) {page:p} (?:to|into|in|under) the {group:w} (?:navigation |sidebar )?group(?: after {after:p})?`,
      ),
      form(
        `(?<verb>add|put) {page:p} (?:to|in|into) ${the}(?:navigation|sidebar) (?:in|under) ${the}(?:group )?{group:w}(?: group)?(?: after {after:p})?`,
      ),
    ],
    build: (part) => ({
      kind: 'add_to_group',
      page: part.text('page'),
      group: part.text('group'),
      ...optional('after', part.find('after')),
      ...(part.find('verb')?.toLowerCase() === 'move' ? { isMove: true } : {}),
    }),
  },
  {
    usage: 'move page A to B',
    patterns: [
      form('move {from:p} (?:to|as|into) (?:(?:the )?(?:page|file|(?<folder>folder)) )?{to:w}'),
      form(`move {from:p} (?:to|into|in|under) ${the}(?:new )?{to:w} (?<folder>folder)`),
    ],
    build: (part) => {
      const to = part.text('to');
      const isFolder = part.find('folder') !== undefined && !to.endsWith('/');
      return { kind: 'move', from: part.text('from'), to: isFolder ? `${to}/` : to };
    },
  },
  {
    usage: 'rename page A to B',
    patterns: [form('rename {page:p} (?:to|as|into) (?:(?:the )?(?:page|file) )?{to:w}')],
    build: (part) => ({ kind: 'rename', page: part.text('page'), to: part.text('to') }),
  },
  {
    usage: 'add redirect from A to B',
    patterns: [form(`(?:add|create|make) ${the}redirect from {from:w} to {to:w}`), form('redirect {from:w} to {to:w}')],
    build: (part) => ({ kind: 'redirect', from: part.text('from'), to: part.text('to') }),
  },
  {
    usage: 'create page PATH titled "T" [in group "G"]',
    patterns: [
      form(
        `(?:create|add|make|write) ${the}(?:new )?page {page:w},? (?:titled|called|named|(?:with|and) (?:the )?title) {title}(?:,? (?:with (?:the )?)?description {description})?(?:,? (?:in|to|under) ${the}(?:group {group:w}|{group2} group))?(?:,? with (?:the )?(?:content|text|body) {content})?`,
      ),
    ],
    build: (part) => ({
      kind: 'create',
      page: part.text('page'),
      title: part.text('title'),
      ...optional('group', part.find('group') ?? part.find('group2')),
      ...optional('description', part.find('description')),
      ...optional('content', part.find('content')),
    }),
  },
  {
    usage: 'delete page PATH [and redirect to B]',
    patterns: [
      form(
        '(?:delete|remove) (?:the )?page {page:w}(?:,? (?:and )?(?:redirect(?: it)?|with (?:a )?redirect) to {redirect:p})?',
      ),
      form('delete {page:p}(?:,? (?:and )?(?:redirect(?: it)?|with (?:a )?redirect) to {redirect:p})?'),
      form(
        'remove (?:the file )?(?<page>\\S+\\.mdx?)(?:,? (?:and )?(?:redirect(?: it)?|with (?:a )?redirect) to {redirect:p})?',
      ),
    ],
    build: (part) => ({ kind: 'delete', page: part.text('page'), ...optional('redirect', part.find('redirect')) }),
  },
  {
    usage: 'remove page PATH from navigation',
    patterns: [form('(?:remove|take) {page:p} (?:from|out of) (?:the )?navigation')],
    build: (part) => ({ kind: 'unlist', page: part.text('page') }),
  },
  {
    usage: 'append section "H" to PATH: "text"',
    patterns: [
      form(
        `(?:append|add) ${the}(?:new )?section (?:titled |called |named )?{section} to {page:p}(?: ?: ?| with (?:the )?(?:text|content|body) | saying ){text}`,
      ),
    ],
    build: (part) => ({
      kind: 'append',
      page: part.text('page').replace(/:$/, ''),
      section: part.text('section'),
      text: part.text('text'),
    }),
  },
  {
    usage: 'set KEY of PATH to "V"',
    patterns: [
      form(
        `(?:set|change|update) ${the}${named}(?<key>${key}) (?<at>of|in|on|for) ${inFrontmatter}{page:p} to {value:w}`,
      ),
      form(`set ${the}${named}(?<key>${key}) to {value:w} (?<at>of|in|on|for) ${inFrontmatter}{page:p}`),
    ],
    build: setKey,
  },
  {
    usage: 'remove KEY of PATH',
    patterns: [
      form(`(?:remove|unset|clear) ${the}${named}(?<key>[a-z_][\\w:.-]*) (?:of|from|in|on) ${inFrontmatter}{page:p}`),
    ],
    build: (part) => ({
      kind: 'frontmatter',
      page: part.text('page'),
      set: {},
      unset: [part.text('key')],
      isNamed: isFrontmatterNamed(part),
    }),
  },
  {
    usage: 'fix broken links [in PATH]',
    patterns: [form(`(?:fix|repair|correct) ${the}(?:all )?(?:the )?(?:broken|dead) (?:internal )?links?${inPages}`)],
    build: (part) => ({ kind: 'fix', what: 'links', where: part.list('where') }),
  },
  {
    usage: 'fix spelling [in PATH]',
    patterns: [
      form(
        `(?:fix|correct) ${the}(?:all )?(?:the )?(?:spelling(?: (?:mistakes?|errors?))?|misspellings?|typos?)${inPages}`,
      ),
    ],
    build: (part) => ({ kind: 'fix', what: 'spelling', where: part.list('where') }),
  },
];

const allForms: readonly Form[] = [...naturalForms, ...forms];

export const usages: readonly string[] = allForms.map((entry) => entry.usage);

/** Apart from its quoted parts, no instruction is this long; longer text was pasted. */
const maxPatternLength = 2000;

/** A statement's instruction, or the reason why it can't be read, if it is known. */
export function parseStatement(statement: RawStatement): { instruction: Instruction } | { hint: string | undefined } {
  if (statement.pattern.length > maxPatternLength) return { hint: undefined };
  if (/[?？؟]$/.test(statement.pattern)) return { hint: 'this is a question' };
  const exact = matchForms(statement);
  if (exact !== undefined) return exact;
  // Wordings with other prepositions, order or synonyms are rewritten as a form and then parsed.
  const [filled] = splitStatements(fillRequest(statement) ?? '');
  const read = filled === undefined ? undefined : matchForms(filled);
  return read !== undefined && 'instruction' in read ? read : { hint: undefined };
}

function matchForms({ pattern: words, quoted }: RawStatement): ReturnType<typeof parseStatement> | undefined {
  for (const { patterns, build } of allForms) {
    for (const pattern of patterns) {
      const match = pattern.exec(words);
      if (match === null) continue;
      const vague = findVague(match);
      if (vague !== undefined)
        return { hint: `"${vague}" is ambiguous; write the name, or put it in quotes if it is the name` };
      const built = build(readParts(match, quoted));
      return typeof built === 'string' ? { hint: built } : { instruction: built };
    }
  }
  return undefined;
}

/** Values of these keys are sentences: a single unquoted word is more likely a wish about them ("to shorter"). */
const textKeys = /^(?:title|sidebarTitle|description|(?:og|twitter):.*)$/i;
/** Words for an empty value or a value that isn't known yet. */
const noValue = /^(?:blank|default|empty|n\/a|nil|none|null|tba|tbd|todo|undefined|unset|xxx)$/i;

function setKey(part: Parts): Instruction | string {
  const key = part.text('key');
  const written = part.text('value');
  if (!part.isQuoted('value')) {
    if (textKeys.test(key)) return `put the ${key} in quotes`;
    if (noValue.test(written)) return `write "remove ${key} from ${part.text('page')}", or the value in quotes`;
  }
  return {
    kind: 'frontmatter',
    page: part.text('page'),
    set: { [key]: toValue(part, 'value') },
    unset: [],
    isNamed: isFrontmatterNamed(part),
    ...(/^(?:in|on)$/i.test(part.text('at')) ? { isInside: true } : {}),
  };
}

function optional<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<Key, string>);
}

/** `including code and links` adds to prose; `in code` replaces it. Text that is a URL is searched for as a URL. */
function toKinds(part: Parts): { kinds?: readonly ReplaceKind[] } {
  const written = part.find('kinds');
  if (written === undefined) return isUrl(part.text('old')) ? { kinds: ['prose', 'links'] } : {};
  const named = written
    .toLowerCase()
    .split(/, (?:and )?| and /)
    .map(toKind);
  return { kinds: [...new Set<ReplaceKind>(part.find('also') === undefined ? named : ['prose', ...named])] };
}

const isUrl = (text: string): boolean => /^(?:https?:\/\/|mailto:)\S+$/i.test(text);

function toKind(written: string): ReplaceKind {
  if (written.startsWith('code')) return 'code';
  if (/^(?:link|url|image)/.test(written)) return 'links';
  if (written.startsWith('identifier')) return 'identifiers';
  return written.startsWith('inside') ? 'words' : 'prose';
}

/** `true`, `false` and numbers are values; a number that would be written differently (`3.10`, `007`) is text. */
function toValue(part: Parts, name: string): JsonValue {
  const value = part.text(name);
  if (textKeys.test(part.text('key'))) return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value) && String(Number(value)) === value ? Number(value) : value;
}
