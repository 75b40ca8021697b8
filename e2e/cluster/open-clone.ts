import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Clone {
  /** Pushes a version of the site. The site's name and the page `quickstart` contain the version. */
  push(version: string, branch?: string): Promise<void>;
  /** Continues from the current state of a branch on the code host. */
  goOnFrom(branch: string): Promise<void>;
}

/** Clones a project's repository from the embedded code host, with the key as git password. */
export async function openClone(
  folder: string,
  project: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>>,
): Promise<Clone> {
  const clone = join(folder, 'clone');
  const { pathname } = new URL(String(project['repository']), 'http://any.invalid');
  const base = (env['DOCWRIGHT_BASE_URL'] ?? '').replace('://', `://key:${env['DOCWRIGHT_API_KEY'] ?? ''}@`);
  await run('git', ['clone', '-q', `${base}/git/${pathname.split('/').at(-1) ?? ''}`, clone]);
  const git = (...args: string[]) =>
    run('git', ['-C', clone, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args]);
  return {
    push: async (version, branch = 'main') => {
      const configFile = join(clone, 'docs.json');
      const config = JSON.parse(await readFile(configFile, 'utf8')) as object;
      await writeFile(configFile, JSON.stringify({ ...config, name: `Docs ${version}` }));
      await writeFile(join(clone, 'quickstart.mdx'), `---\ntitle: Quickstart\n---\n\nText ${version}.\n`);
      await git('commit', '-qam', version);
      await git('push', '-q', 'origin', `HEAD:${branch}`);
    },
    goOnFrom: async (branch) => {
      await git('fetch', '-q', 'origin');
      await git('checkout', '-qB', branch, `origin/${branch}`);
    },
  };
}
