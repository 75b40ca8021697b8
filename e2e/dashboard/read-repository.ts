import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestService } from '../api/test-service.ts';

const run = promisify(execFile);

export type Git = (...args: readonly string[]) => Promise<string>;

/** Clones the example's repository for as long as `read` takes. */
export async function readRepository<T>(
  { baseUrl, apiKey }: Pick<TestService, 'baseUrl' | 'apiKey'>,
  read: (git: Git) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-clone-'));
  try {
    const header = `http.extraHeader=Authorization: Bearer ${apiKey}`;
    const git: Git = async (...args) => (await run('git', ['-c', header, ...args], { cwd: folder })).stdout;
    await git('clone', '--quiet', `${baseUrl}/git/example-docs.git`, '.');
    return await read(git);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the added and removed lines of a diff. */
export const readChangedLines = (diff: string): string[] =>
  diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line));
