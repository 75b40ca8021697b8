import type { AgentJob } from '@docwright/sdk';

export type CitedLines = NonNullable<AgentJob['answer']>['citations'][number];

/** Lines of one file at one commit. */
export interface CitedFile extends Pick<CitedLines, 'repository' | 'commit' | 'path'> {
  readonly key: string;
  readonly ranges: readonly Pick<CitedLines, 'from' | 'to'>[];
}

/** Groups cited lines by file. Files are in the order in which the answer cites them, lines in the file's order. */
export function groupCitations(citations: readonly CitedLines[]): CitedFile[] {
  const files = Map.groupBy(citations, ({ repository, commit, path }) => JSON.stringify([repository, commit, path]));
  return [...files].flatMap(([key, [first, ...rest]]) => {
    if (first === undefined) return [];
    const { repository, commit, path } = first;
    const all = [first, ...rest].map(({ from, to }) => ({ from, to }));
    const distinct = new Map(all.map((range) => [`${range.from}-${range.to}`, range]));
    return [
      { key, repository, commit, path, ranges: [...distinct.values()].sort((a, b) => a.from - b.from || a.to - b.to) },
    ];
  });
}

/** Returns the last part of a repository's address, such as `owner/name`. */
export function nameRepository(address: string): string {
  const path = (URL.parse(address)?.pathname ?? address).replace(/^\/git\//, '/').replace(/\.git$/, '');
  return path.replace(/^\/+|\/+$/g, '') || address;
}
