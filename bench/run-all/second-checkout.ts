import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtempSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SecondCheckout extends Disposable {
  readonly folder: string;
  /** Whether the commit has the same lockfile, so that it runs with its own packages. */
  readonly hasSamePackages: boolean;
}

/**
 * Checks out a commit in a temporary folder, with hard links to the installed packages. Links between workspaces are
 * copied as they are, so that they resolve to the commit's own packages. The `bench` folder is this checkout's, so that
 * both sides are measured in the same way.
 */
export function openSecondCheckout(repository: string, commit: string): SecondCheckout {
  const parent = mkdtempSync(join(tmpdir(), 'docwright-compare-'));
  const folder = join(parent, 'checkout');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const remove = (): void => {
    rmSync(parent, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', '--quiet', folder, commit);
    linkPackages(repository, folder);
    const ownPackages = join(repository, 'packages');
    for (const name of readdirSync(ownPackages)) linkPackages(join(ownPackages, name), join(folder, 'packages', name));
    rmSync(join(folder, 'bench'), { recursive: true, force: true });
    cpSync(join(repository, 'bench'), join(folder, 'bench'), { recursive: true });
    const [one, other] = [repository, folder].map((root) => readFileSync(join(root, 'package-lock.json'), 'utf8'));
    return { folder, hasSamePackages: one === other, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Links the installed packages, except caches, which contain paths of the first checkout. */
function linkPackages(from: string, to: string): void {
  if (readNames(to) === undefined) return;
  linkFolder(join(from, 'node_modules'), join(to, 'node_modules'), ['.cache']);
}

export function linkFolder(from: string, to: string, except: readonly string[] = []): void {
  const names = readNames(from);
  if (names === undefined) return;
  mkdirSync(to, { recursive: true });
  for (const name of names) {
    if (except.includes(name)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    const found = lstatSync(source);
    if (found.isDirectory()) linkFolder(source, target);
    else if (found.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // The folder is on another file system, or the file system doesn't support hard links.
    copyFileSync(source, target);
  }
}

function readNames(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
