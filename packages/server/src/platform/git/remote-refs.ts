import { toGitError } from './classify-failure.ts';
import { GitError } from './errors.ts';
import type { FetchedRepository, FetchRequest } from './mirror.ts';
import { isBranchName, requireBranchName } from './names.ts';
import { readHead, readRef } from './read-ref.ts';
import type { RemoteAccess } from './remote.ts';
import type { Git } from './run-git.ts';

const HEADS = 'refs/heads/';

interface Advertised {
  /** Target of the remote's HEAD, if the host sends it. */
  readonly head: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
}

/** Queries the remote's default branch and the named branches, usually in one round trip. */
export async function readRemoteRefs(
  git: Git,
  access: RemoteAccess,
  request: FetchRequest,
): Promise<FetchedRepository> {
  const wanted = (request.branches ?? []).map(requireBranchName);
  const advertised =
    (await readLocal(access, wanted)) ?? (await listRemote(git, access, { ...request, branches: wanted }));
  const defaultBranch = advertised.head;
  if (defaultBranch === undefined || !advertised.branches.has(defaultBranch)) {
    return chooseAmongAll(git, access, request);
  }
  return { defaultBranch, branches: requireAll(advertised.branches, wanted) };
}

/**
 * Reads a remote on this disk. Returns `undefined` if its files aren't conclusive; in that case, git is called and
 * explains any error.
 */
async function readLocal(access: RemoteAccess, wanted: readonly string[]): Promise<Advertised | undefined> {
  if (access.protocol !== 'file') return undefined;
  const head = await readHead(access.url);
  if (head === undefined || !isBranchName(head)) return undefined;
  const names = [...new Set([head, ...wanted])];
  const found = await Promise.all(names.map(async (name) => [name, await readRef(access.url, HEADS + name)] as const));
  const branches = new Map(found.flatMap(([name, sha]) => (sha === undefined ? [] : [[name, sha] as const])));
  return branches.size === names.length ? { head, branches } : undefined;
}

/** Handles a remote whose HEAD doesn't resolve to a branch, because it is empty or the branch was deleted. */
async function chooseAmongAll(git: Git, access: RemoteAccess, request: FetchRequest): Promise<FetchedRepository> {
  const { branches } = await listRemote(git, access, { ...request, branches: ['*'] });
  const [first] = [...branches.keys()].sort();
  if (first === undefined) throw new GitError('empty-repository', 'The repository has no commits.');
  const defaultBranch = ['main', 'master'].find((name) => branches.has(name)) ?? first;
  const wanted = [defaultBranch, ...(request.branches ?? [])];
  return { defaultBranch, branches: requireAll(branches, wanted) };
}

function requireAll(found: ReadonlyMap<string, string>, wanted: readonly string[]): ReadonlyMap<string, string> {
  const missing = wanted.find((name) => !found.has(name));
  if (missing !== undefined) {
    throw new GitError('branch-not-found', `The branch "${missing}" does not exist in the repository.`);
  }
  return found;
}

/** Patterns match whole trailing segments, so results are filtered by exact name. */
async function listRemote(git: Git, access: RemoteAccess, request: FetchRequest): Promise<Advertised> {
  const names = request.branches ?? [];
  const patterns = ['HEAD', ...names.map((name) => HEADS + name)];
  const output = await git.run({
    args: ['ls-remote', '--symref', '--end-of-options', access.url, ...patterns],
    protocol: access.protocol,
    config: access.config,
    secrets: access.secrets,
    signal: request.signal,
  });
  if (output.exitCode !== 0) throw toGitError(output, 'reading the branches of the code host');
  return parseAdvertisement(output.stdout.toString('utf8'));
}

/** Parses `ref: refs/heads/main\tHEAD`, followed by one `<sha>\t<ref>` per line. */
export function parseAdvertisement(text: string): Advertised {
  const branches = new Map<string, string>();
  let head: string | undefined;
  let headSha: string | undefined;
  for (const line of text.split('\n')) {
    const [value = '', ref = ''] = line.split('\t');
    if (ref === 'HEAD') {
      if (value.startsWith(`ref: ${HEADS}`)) head = value.slice(5 + HEADS.length);
      else headSha = value;
    } else if (ref.startsWith(HEADS) && isBranchName(ref.slice(HEADS.length))) {
      branches.set(ref.slice(HEADS.length), value);
    }
  }
  if (head !== undefined && headSha !== undefined && isBranchName(head)) branches.set(head, headSha);
  return { head, branches };
}
