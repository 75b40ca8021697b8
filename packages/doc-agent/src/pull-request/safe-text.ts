/** Makes a model's text safe for a code host: it can inform readers, but can't trigger actions. */
import type { FileChange } from '../overlay/list-file-changes.ts';
import { removeHiddenCharacters } from '../policy/find-hidden-text.ts';
import { clipWords, maxTitleLength } from '../text/clip-words.ts';
import { countOf } from '../text/count-of.ts';

const maxSummaryLength = 8000;
/** Marks that make CI systems skip a commit. */
const skipMarks =
  /\[\s*(?:skip[ -](?:ci|actions|netlify|vercel|checks?)|(?:ci|actions)[ -]skip|no[ -]ci|noci)\s*\]|\*\*\*\s*NO_CI\s*\*\*\*|\bskip-checks:\s*true\b/gi;

/** Words that make GitHub, GitLab, Gitea or Bitbucket close or reopen the issue whose number follows. */
const closing = String.raw`\b(clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?|reopen(?:s|ed|ing)?)(:?\s+(?:issues?\s+)?)`;
const repository = String.raw`(?:[\w.-]{1,60}\/[\w.-]{1,100})?`;
const issuePath = String.raw`\S{1,500}\/(?:issues|work_items)\/\d`;
/** Matches a closing word up to the character that starts a reference. Groups: word, gap, repository. */
const closingInLine = new RegExp(`${closing}(${repository})(?:#(?=\\d)|https?:\\/\\/(?=${issuePath}))`, 'gi');
/** Matches a closing word with its reference. Groups: word, gap, reference. */
const closingInText = new RegExp(`${closing}(${repository}#\\d+|https?:\\/\\/${issuePath}+)`, 'gi');

/** Returns one line without control characters, composed from the changes if the model's title has no usable text. */
export function composeTitle(written: string, changes: readonly FileChange[]): string {
  const plain = toPlainLine(written);
  return clipWords(plain === '' ? describeChanges(changes) : plain, maxTitleLength);
}

export function toPlainLine(text: string): string {
  return removeHiddenCharacters(text)
    .replace(skipMarks, '')
    .replace(/<!--|-->/g, '')
    .replace(/docwright:job=\S*/gi, '')
    .replace(closingInLine, '$1$2$3')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replace(/(^|[\s(])@(?=[A-Za-z0-9])/g, '$1')
    .replace(/^[\s#>*-]+/, '')
    .trim();
}

/**
 * Makes a model's summary safe:
 *
 * 1. No HTML comment: our own mark is an HTML comment, and reviewers can't see HTML comments.
 * 2. No mention and no closing word before an issue number: the text must not notify people or close issues.
 * 3. No trailer that names authors or jobs.
 * 4. No remote image: its server would learn about readers of the pull request.
 * 5. No line that begins with a slash and a word: GitLab runs `/merge` and similar commands with our token's
 *    permissions.
 */
export function toSafeSummary(written: string): string {
  const safe = removeTrailers(removeHiddenCharacters(written))
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(skipMarks, '')
    .replace(/[\p{Cc}\p{Cs}]/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .replace(/!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/<\/?[a-z][^>\n]{0,2000}>/gi, (tag) => `\`${tag.replaceAll('`', '')}\``)
    .replace(/(^|[^\w`/.])@([A-Za-z0-9][\w-]{0,60}(?:\/[\w.-]{1,60})?)/g, '$1`@$2`')
    .replace(closingInText, '$1$2`$3`')
    .replace(/^([ \t]*)\/(?=[a-z_])/gim, '$1\\/');
  return clip(safe.trim(), maxSummaryLength);
}

/**
 * Turns trailers into plain text. For git, a line `Key: value` at the end of a message is a trailer, which can name
 * authors and is copied by squash merges.
 */
export function removeTrailers(text: string): string {
  return text.replace(/^[ \t]*([A-Za-z][A-Za-z-]{0,40}-by|Docwright-[A-Za-z]{1,20}):[ \t]?/gim, '$1 ');
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`.toWellFormed();
}

function describeChanges(changes: readonly FileChange[]): string {
  const [first] = changes;
  if (first === undefined) return 'No changes';
  const verbs = { added: 'Add', modified: 'Update', deleted: 'Delete', moved: 'Move' } as const;
  const rest = changes.length - 1;
  return `${verbs[first.change]} ${first.path}${rest === 0 ? '' : ` and ${countOf(rest, 'more file')}`}`;
}
