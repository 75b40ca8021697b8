import { requireSuccess } from './classify-failure.ts';
import { GitError } from './errors.ts';
import { requireCommitId } from './names.ts';
import { requireTreePath } from './paths.ts';
import type { Git } from './run-git.ts';

export interface EachQuery {
  readonly gitDir: string;
  readonly commit: string;
  readonly paths: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const lineFeed = 0x0a;

/**
 * A commit's files, in the order of the paths, read by one process; `undefined` for a path without a file. Errors:
 * commit-not-found.
 */
export async function readEach(git: Git, query: EachQuery): Promise<readonly (Buffer | undefined)[]> {
  const commit = requireCommitId(query.commit);
  // git's answers for a missing path and a missing commit are the same, so the commit is also requested.
  const requests = [commit, ...query.paths.map((path) => `${commit}:${requireTreePath(path)}`)];
  const output = await git.run({
    gitDir: query.gitDir,
    args: ['cat-file', '--batch'],
    input: Buffer.from(requests.map((request) => `${request}\n`).join('')),
    signal: query.signal,
  });
  requireSuccess(output, 'reading files of a commit');
  const [found, ...files] = parseObjects(output.stdout);
  if (found === undefined) throw new GitError('commit-not-found', `The commit ${commit} is not in the repository.`);
  return files.map((object) => (object?.type === 'blob' ? object.bytes : undefined));
}

interface GitObject {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Parses, for each request, `<id> <type> <size>\n<bytes>\n` or one line such as `<request> missing`. */
function parseObjects(output: Buffer): (GitObject | undefined)[] {
  const objects: (GitObject | undefined)[] = [];
  for (let at = 0; at < output.length;) {
    const start = output.indexOf(lineFeed, at) + 1;
    const [, type, size] = /^[0-9a-f]{40} ([a-z]+) (\d+)$/.exec(output.toString('utf8', at, start - 1)) ?? [];
    const end = start + Number(size ?? 0);
    objects.push(type === undefined ? undefined : { type, bytes: output.subarray(start, end) });
    at = type === undefined ? end : end + 1;
  }
  return objects;
}
