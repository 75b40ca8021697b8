import { ownText } from '@docwright/site-search';
import type { Issue } from './issue.ts';
import { countOf } from '../text/count-of.ts';

/**
 * Collects the findings of a build. If a file has the same issue a thousand times, the first issues in the file are
 * reported, and the others are counted. The order in which pages were rendered doesn't matter.
 */
export class IssueLog {
  readonly maxPerFileAndCode: number;
  /** Keyed by file and code. */
  readonly #issues = new Map<string, Issue[]>();
  readonly #seen = new Set<string>();

  constructor(maxPerFileAndCode: number) {
    this.maxPerFileAndCode = maxPerFileAndCode;
  }

  add(found: Issue): void {
    const issue = showable(found);
    // An issue in a snippet that many pages show is reported once.
    const identity = `${issue.path}\n${issue.line ?? ''}\n${issue.column ?? ''}\n${issue.code}\n${issue.message}`;
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    const key = `${issue.path}\n${issue.code}`;
    const alike = this.#issues.get(key);
    if (alike === undefined) this.#issues.set(key, [issue]);
    else alike.push(issue);
  }

  /** Adds the findings of another log that should be kept. */
  addFrom(other: IssueLog, isKept: (issue: Issue) => boolean): void {
    for (const alike of other.#issues.values()) for (const issue of alike) if (isKept(issue)) this.add(issue);
  }

  /** Number of findings of each code, including those that `sorted` only counts. */
  counts(): Record<string, number> {
    const counts = new Map<string, number>();
    for (const alike of this.#issues.values())
      for (const { code } of alike) counts.set(code, (counts.get(code) ?? 0) + 1);
    return Object.fromEntries([...counts].toSorted(([a], [b]) => compareText(a, b)));
  }

  /** All findings, sorted by path, line, column and code; each file's overflow is a separate last line. */
  sorted(): Issue[] {
    const kept: Issue[] = [];
    const overflow: Issue[] = [];
    for (const alike of this.#issues.values()) {
      const [first] = alike;
      const hidden = alike.length - this.maxPerFileAndCode;
      if (hidden <= 0 || first === undefined) {
        kept.push(...alike);
        continue;
      }
      const { path, code } = first;
      kept.push(...alike.toSorted(compareIssues).slice(0, this.maxPerFileAndCode));
      overflow.push({
        path,
        severity: 'info',
        code,
        message: `${countOf(hidden, 'more issue')} "${code}" in this file.`,
      });
    }
    return [
      ...kept.toSorted(compareIssues),
      ...overflow.toSorted((a, b) => compareText(a.path, b.path) || compareText(a.code, b.code)),
    ].toSorted((a, b) => compareText(a.path, b.path));
  }
}

/**
 * Messages contain text from pages. Characters that are invisible, change the text direction or control a terminal are
 * written as `\u{202e}`; half of a character, where text was truncated, becomes U+FFFD.
 */
function showable(issue: Issue): Issue {
  const { path, message, fix } = issue;
  if (![path, message, fix ?? ''].some((text) => text.search(unshowable) !== -1 || !text.isWellFormed()))
    return { ...issue, message: ownText(message) };
  const clean = (text: string): string => text.toWellFormed().replaceAll(unshowable, escapeCharacter);
  return { ...issue, path: clean(path), message: clean(message), ...(fix !== undefined && { fix: clean(fix) }) };
}

/** Unshowable characters. Joiners (U+200C, U+200D) aren't among them: emoji, Arabic and Indic words use them. */
const unshowable =
  /(?![\t\n])\p{Cc}|\u{34f}|\u{17b4}|\u{17b5}|[\u{ad}\u{61c}\u{115f}\u{1160}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{feff}\u{ffa0}\u{e0000}-\u{e0fff}]/gu;

const escapeCharacter = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

function compareIssues(a: Issue, b: Issue): number {
  return (
    compareText(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
