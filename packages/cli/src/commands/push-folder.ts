import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Repository } from '@docwright/sdk';
import { CliError } from '../cli-error.ts';
import { resolveConnection } from '../connection/resolve-connection.ts';
import type { Invocation } from '../invocation.ts';

/** A push of a large folder takes minutes; one that hangs must end. */
const pushTimeoutMs = 15 * 60_000;

/** A repository of the service's own code host whose first commit is a folder of this machine. */
export async function createRepositoryFrom(
  call: Invocation<{ readonly from?: string; readonly branch?: string }>,
): Promise<Repository> {
  const folder = resolve(call.context.cwd, call.options.from ?? '.');
  const entry = await stat(folder).catch(() => undefined);
  if (entry?.isDirectory() !== true) throw new CliError('usage', 'no_folder', `${folder} is no folder`);
  const { branch } = call.options;
  const repository = await call.client().createRepository({
    name: toRepositoryName(basename(folder)),
    ...(branch !== undefined && { defaultBranch: branch }),
  });
  try {
    await pushFolder(call, folder, repository);
  } catch (error) {
    await call.client().deleteRepository({ name: repository.name });
    throw error;
  }
  return repository;
}

/**
 * One commit of the folder as it is, what its `.gitignore` names left out. The folder's own history, where it has one, is
 * not touched and not read. The key goes by the environment: command lines are for everyone to see.
 */
async function pushFolder(call: Invocation<unknown>, folder: string, repository: Repository): Promise<void> {
  const { apiKey } = resolveConnection(call.context, call.options);
  const scratch = await mkdtemp(join(tmpdir(), 'docwright-push-'));
  const { origin } = new URL(repository.cloneUrl);
  const env = {
    PATH: call.context.env['PATH'],
    HOME: scratch,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Bearer ${apiKey}`,
  };
  const gitDir = join(scratch, 'import.git');
  const git = async (...args: string[]): Promise<void> => {
    const fixed = [
      '-c',
      'core.hooksPath=/dev/null',
      '-c',
      'core.autocrlf=false',
      '-c',
      'user.name=Docwright',
      '-c',
      'user.email=import@docwright.invalid',
    ];
    const command = [...fixed, `--git-dir=${gitDir}`, `--work-tree=${folder}`, ...args];
    await promisify(execFile)('git', command, {
      env,
      timeout: pushTimeoutMs,
      maxBuffer: 64 * 1024 * 1024,
      signal: call.context.signal,
    });
  };
  try {
    await git('init', '--quiet');
    await git('add', '--all', '.');
    await git('commit', '--quiet', '--allow-empty', '--message', `Import of ${basename(folder)}`);
    await git('push', '--quiet', repository.cloneUrl, `HEAD:refs/heads/${repository.defaultBranch}`);
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new CliError(
      'failed',
      'push_failed',
      `${folder} can't be pushed: ${(stderr || message).trim().split('\n').at(-1) ?? ''}`,
      {
        cause: error,
      },
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A folder's name as the code host takes it. */
export function toRepositoryName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|[._-]+$/g, '')
    .slice(0, 80);
  return name === '' ? 'docs' : name;
}
