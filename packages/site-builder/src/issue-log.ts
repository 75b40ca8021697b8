import type { Issue } from './issue.ts';

/** Collects the findings of a build. A file that has one fault a thousand times is reported up to the limit, then counted. */
export class IssueLog {
  readonly #maxPerFileAndCode: number;
  readonly #issues: Issue[] = [];
  readonly #counts = new Map<string, number>();
  readonly #seen = new Set<string>();
  #listener: ((issue: Issue) => void) | undefined;

  constructor(maxPerFileAndCode: number) {
    this.#maxPerFileAndCode = maxPerFileAndCode;
  }

  /** Every finding that is added from now on, also one that was found before. */
  listen(listener: (issue: Issue) => void): void {
    this.#listener = listener;
  }

  add(found: Issue): void {
    const issue = showable(found);
    this.#listener?.(issue);
    // A snippet that many pages show has its fault once.
    const identity = `${issue.path}\n${issue.line ?? ''}\n${issue.column ?? ''}\n${issue.code}\n${issue.message}`;
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    const key = `${issue.path}\n${issue.code}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count <= this.#maxPerFileAndCode) this.#issues.push(issue);
  }

  /** All findings, by path, line, column and code, each file's overflow as a last line of its own. */
  sorted(): Issue[] {
    const overflow = [...this.#counts].flatMap(([key, count]): Issue[] => {
      if (count <= this.#maxPerFileAndCode) return [];
      const [path = '', code = ''] = key.split('\n');
      const hidden = count - this.#maxPerFileAndCode;
      return [{ path, severity: 'info', code, message: `${hidden} more of the kind "${code}" in this file.` }];
    });
    return [...this.#issues.toSorted(compareIssues), ...overflow].toSorted((a, b) => compareText(a.path, b.path));
  }
}

/**
 * The texts of pages come along in messages. A terminal obeys control characters and a database refuses them, and half of a
 * character is left where a text was cut.
 */
function showable(issue: Issue): Issue {
  const { path, message, fix } = issue;
  if (![path, message, fix ?? ''].some((text) => text.search(unshowable) !== -1 || !text.isWellFormed())) return issue;
  const clean = (text: string): string => text.toWellFormed().replaceAll(unshowable, '\ufffd');
  return { ...issue, path: clean(path), message: clean(message), ...(fix !== undefined && { fix: clean(fix) }) };
}

const unshowable = /(?![\t\n])\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu;

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
