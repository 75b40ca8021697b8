import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { neverUploaded, type Repository } from '@docwright/sdk';
import { CliError } from '../../cli-error.ts';
import { resolveConnection } from '../../connection/resolve-connection.ts';
import type { Invocation } from '../../invocation.ts';

export interface FolderContent {
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
  /** Paths that are never pushed, even if no `.gitignore` names them; a folder ends with a slash. */
  readonly leftOut: readonly string[];
}

/** A commit of a folder, not pushed yet. */
export interface StagedFolder extends AsyncDisposable {
  readonly content: FolderContent;
  push(repository: Repository): Promise<void>;
}

/** The time limit of git. Pushing a large folder takes minutes, but a hanging push must end. */
const gitTimeoutMs = 15 * 60_000;

const neverPushed = neverUploaded.map((pattern) => `:(exclude,icase,glob)**/${pattern}`);
/** The file that identifies a data folder, regardless of its name. */
const masterKey = 'master-key.txt';
const privateKey = '-----BEGIN [A-Z ]*PRIVATE KEY-----';

/**
 * Commits a folder to a temporary repository, without ignored files and files that are never pushed. The folder's own
 * history, if it has one, is neither changed nor read.
 */
export async function stageFolder(call: Invocation<unknown>, folder: string): Promise<StagedFolder> {
  const scratch = await mkdtemp(join(tmpdir(), 'docwright-push-'));
  const git = createGit(call, { scratch, folder });
  const remove = () => rm(scratch, { recursive: true, force: true });
  try {
    await git('init', '--quiet');
    await git('add', '--all', '--', '.', ...neverPushed);
    await unstage(git, await listUnwanted(git));
    const content = await describeStaged(git);
    await git('commit', '--quiet', '--allow-empty', '--message', `Import of ${basename(folder)}`);
    return {
      content,
      push: async (repository) => {
        const { baseUrl, apiKey } = resolveConnection(call.context, call.options);
        const address = pushAddressOf(baseUrl, repository);
        const key = apiKey === undefined ? {} : { key: { origin: new URL(address).origin, apiKey } };
        const push = createGit(call, { scratch, folder, ...key });
        await push('push', '--quiet', '--', address, `HEAD:refs/heads/${repository.defaultBranch}`);
      },
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Returns the repository's URL below the address that the user chose: this machine may be unable to resolve the host in
 * `cloneUrl`, and the key must be sent only to the chosen address. Git would also accept `ext::` and local paths.
 */
function pushAddressOf(baseUrl: string, { cloneUrl }: Repository): string {
  const url = URL.parse(cloneUrl);
  const path = /\/git\/(?!\.)[\w-][\w./-]{0,200}\.git$/.exec(url?.pathname ?? '')?.[0];
  if (url?.protocol.startsWith('http') === true && path !== undefined)
    return `${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`;
  throw new CliError(
    'failed',
    'push_failed',
    `the service returned the repository address ${cloneUrl}, which doesn't end with /git/NAME.git`,
  );
}

type Git = (...args: readonly string[]) => Promise<string>;

interface GitPlace {
  readonly scratch: string;
  readonly folder: string;
  /** The API key, and the only server that receives it. */
  readonly key?: { readonly origin: string; readonly apiKey: string };
}

function createGit(call: Invocation<unknown>, { scratch, folder, key }: GitPlace): Git {
  const env = {
    PATH: call.context.env['PATH'],
    HOME: scratch,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'http:https',
    ...(key !== undefined && keyEnvironment(key)),
  };
  const fixed = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.autocrlf=false',
    // Git would send the key's header to the redirect's target.
    'http.followRedirects=false',
    'user.name=Docwright',
    'user.email=import@docwright.invalid',
  ];
  const options = [
    // The folder is passed as an option, because Windows looks for git.exe in the process's working folder first.
    '-C',
    folder,
    ...fixed.flatMap((value) => ['-c', value]),
    `--git-dir=${join(scratch, 'import.git')}`,
    `--work-tree=${folder}`,
  ];
  return async (...args) => {
    try {
      // SIGKILL, because the wait must not depend on how git handles a signal.
      const limits = {
        timeout: gitTimeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: 64 * 1024 * 1024,
        signal: call.context.signal,
      } as const;
      return (await promisify(execFile)('git', [...options, ...args], { cwd: scratch, env, ...limits })).stdout;
    } catch (error) {
      const { stderr = '', message } = error as Error & { stderr?: string };
      const reason = (stderr || message).trim().split('\n').at(-1) ?? '';
      throw new CliError('failed', 'push_failed', `${folder} can't be pushed: ${reason}`, { cause: error });
    }
  };
}

/** Passes the key in the environment, because other users can see command lines. */
function keyEnvironment({ origin, apiKey }: NonNullable<GitPlace['key']>): Readonly<Record<string, string>> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Bearer ${apiKey}`,
  };
}

/**
 * Lists staged paths that no pattern covers: data folders under any name, and private keys in files other than pages.
 */
async function listUnwanted(git: Git): Promise<readonly string[]> {
  const staged = toPaths(await git('ls-files', '-z'));
  const dataFolders = staged.flatMap((path) =>
    path === masterKey || path.endsWith(`/${masterKey}`) ? [path.slice(0, -masterKey.length)] : [],
  );
  // `git grep` exits with 1 if nothing is found. The pathspecs exclude pages, which can contain an example key.
  const keys = await git(
    'grep',
    '--cached',
    '-z',
    '-l',
    '-I',
    '-E',
    '-e',
    privateKey,
    '--',
    '.',
    ':(exclude)*.md',
    ':(exclude)*.mdx',
  ).then(toPaths, () => []);
  return [...staged.filter((path) => dataFolders.some((folder) => path.startsWith(folder))), ...keys];
}

async function unstage(git: Git, paths: readonly string[]): Promise<void> {
  const atOnce = 500;
  for (let from = 0; from < paths.length; from += atOnce) {
    await git('update-index', '--force-remove', '--', ...paths.slice(from, from + atOnce));
  }
}

async function describeStaged(git: Git): Promise<FolderContent> {
  const rows = (await git('ls-files', '--stage', '-z')).split('\0').filter((row) => row !== '');
  const staged = rows.map((row) => ({ path: row.slice(row.indexOf('\t') + 1), blob: row.split(' ')[1] ?? '' }));
  const sizes = await git(
    'cat-file',
    '--batch-all-objects',
    '--batch-check=%(objectname) %(objectsize)',
    '--unordered',
  );
  const sizeOf = new Map(sizes.split('\n').map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
  return {
    pages: staged.filter(({ path }) => /\.mdx?$/i.test(path)).length,
    files: staged.length,
    bytes: staged.reduce((sum, { blob }) => sum + (sizeOf.get(blob) ?? 0), 0),
    leftOut: toPaths(await git('ls-files', '--others', '--exclude-standard', '--directory', '-z')),
  };
}

const toPaths = (text: string): string[] => text.split('\0').filter((path) => path !== '');
