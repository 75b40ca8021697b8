import { isGitError } from './errors.ts';
import { requireCommitId } from './names.ts';
import { requireFolder } from './paths.ts';
import type { Git } from './run-git.ts';

/** Older commits rarely explain currently broken links, and each requires a comparison of two trees. */
const MAX_COMMITS = 2000;
const TIMEOUT_MS = 10_000;

/**
 * Maps the old to the new path of files below a folder that were renamed in a commit's history; both are relative to
 * the folder. If a path was reused and renamed again, the newest rename counts. If reading the history takes too long,
 * the result is empty.
 */
export async function listRenames(
  git: Git,
  query: {
    readonly gitDir: string;
    readonly commit: string;
    readonly folder: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ReadonlyMap<string, string>> {
  const folder = requireFolder(query.folder);
  const args = [
    'log',
    '--format=',
    '--name-status',
    '--diff-filter=R',
    '-M',
    '-z',
    '--no-ext-diff',
    '--no-textconv',
    `--max-count=${MAX_COMMITS}`,
    '--end-of-options',
    requireCommitId(query.commit),
    '--',
    ...(folder === '' ? [] : [folder]),
  ];
  const environment = { GIT_LITERAL_PATHSPECS: '1' };
  const { gitDir, signal } = query;
  const output = await git.run({ gitDir, args, environment, timeoutMs: TIMEOUT_MS, signal }).catch((error: unknown) => {
    if (isGitError(error, 'timeout') || isGitError(error, 'too-large')) return undefined;
    throw error;
  });
  return output?.exitCode === 0 ? parseRenames(output.stdout.toString('utf8'), folder) : new Map();
}

/** Parses `R087`, old path and new path, each terminated by NUL, newest commit first. */
function parseRenames(text: string, folder: string): ReadonlyMap<string, string> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const fields = text.split('\0').map((field) => field.replace(/^\n+/, ''));
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [, from = '', to = ''] = fields.slice(at, at + 3);
    const isInside = from.startsWith(prefix) && to.startsWith(prefix);
    if (isInside && !renames.has(from.slice(prefix.length))) {
      renames.set(from.slice(prefix.length), to.slice(prefix.length));
    }
  }
  return renames;
}
