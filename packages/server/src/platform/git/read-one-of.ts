import type { Git } from './run-git.ts';
import { requireCommitId } from './names.ts';
import { requireTreePath } from './paths.ts';

export interface OneOfQuery {
  readonly gitDir: string;
  readonly commit: string;
  readonly paths: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Reads the first of several files that a commit contains, with one process; `undefined` if it contains none of them. */
export async function readOneOf(git: Git, query: OneOfQuery): Promise<Buffer | undefined> {
  const commit = requireCommitId(query.commit);
  if (query.paths.length === 0) return undefined;
  const { stdout } = await git.run({
    gitDir: query.gitDir,
    args: ['cat-file', '--batch'],
    input: Buffer.from(query.paths.map((path) => `${commit}:${requireTreePath(path)}\n`).join('')),
    signal: query.signal,
  });
  // `<id> blob <size>\n<bytes>\n`, or `<request> missing\n`.
  for (let at = 0; at < stdout.length;) {
    const lineEnd = stdout.indexOf(0x0a, at);
    const line = stdout.toString('utf8', at, lineEnd);
    const [, size] = /^[0-9a-f]{40} blob (\d+)$/.exec(line) ?? [];
    if (size !== undefined) return stdout.subarray(lineEnd + 1, lineEnd + 1 + Number(size));
    const [, skipped = '-1'] = /^[0-9a-f]{40} \w+ (\d+)$/.exec(line) ?? [];
    at = lineEnd + 1 + Number(skipped) + 1;
  }
  return undefined;
}
