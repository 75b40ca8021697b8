import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, pipeline } from 'node:stream';
import { findReferenceDamage, findRepositoryDamage, initBare, type Git } from '../../../platform/git/index.ts';
import { BackupError } from './errors.ts';
import type { BackupRepository, DamagedRepository } from './manifest.ts';
import { writeFile } from './write-file.ts';

const timeoutMs = 30 * 60_000;

/**
 * Saves the repository in the backup's folder, or returns a description of the damage: one damaged repository doesn't
 * stop the backup of all others. Errors of the backup's own disk are thrown.
 */
export async function saveRepository(
  git: Git,
  place: { readonly root: string; readonly id: string; readonly folder: string },
): Promise<BackupRepository | DamagedRepository> {
  const { root, id, folder } = place;
  try {
    return await bundleRepository(git, place);
  } catch (error) {
    const unreadable = error instanceof BackupError && error.code === 'repository-unreadable';
    const damage = await findRepositoryDamage(git, join(root, `${id}.git`));
    if (damage === undefined && !unreadable) throw error;
    await rm(join(folder, 'repositories', `${id}.bundle`), { force: true });
    return { id, damage: damage ?? 'git could not create a bundle from it' };
  }
}

/** Writes all refs and their objects to one file. git reads them as of a single moment, even during pushes. */
async function bundleRepository(
  git: Git,
  place: { readonly root: string; readonly id: string; readonly folder: string },
): Promise<BackupRepository> {
  const { root, id, folder } = place;
  const gitDir = join(root, `${id}.git`);
  const head = (await readFile(join(gitDir, 'HEAD'), 'utf8')).trim().replace(/^ref: /, '');
  // git omits a reference with a damaged file, and reports it only on its standard error.
  const damage = await findReferenceDamage(git, gitDir);
  if (damage !== undefined)
    throw new BackupError('repository-unreadable', `the repository ${id} is damaged: ${damage}`);
  const refs = await git.run({ gitDir, args: ['for-each-ref', '--count=1'] });
  if (refs.exitCode === 0 && refs.stdout.length === 0) return { id, head, bundle: undefined };
  const bundling = git.start({ gitDir, args: ['bundle', 'create', '--quiet', '-', '--all'], timeoutMs });
  // Piped before anything is awaited, because a process's unread output is dropped after it has ended.
  const output = pipeline(bundling.stdout, new PassThrough(), () => undefined);
  bundling.stdin.end();
  const bundle = await writeFile(folder, `repositories/${id}.bundle`, output);
  const { exitCode } = await bundling.ended;
  if (exitCode !== 0)
    throw new BackupError('repository-unreadable', `git could not create a bundle of the repository ${id}`);
  return { id, head, bundle };
}

export async function loadRepository(
  git: Git,
  place: { readonly root: string; readonly folder: string },
  { id, head, bundle }: BackupRepository,
): Promise<void> {
  const gitDir = join(place.root, `${id}.git`);
  await mkdir(dirname(gitDir), { recursive: true });
  await initBare(git, gitDir, head.replace(/^refs\/heads\//, ''));
  if (bundle === undefined) return;
  // Uses plumbing commands: the file protocol stays forbidden, and ref names never become arguments.
  const unbundled = await git.run({ gitDir, args: ['bundle', 'unbundle', join(place.folder, bundle.path)], timeoutMs });
  if (unbundled.exitCode !== 0) throw unrestored(id, unbundled.stderr);
  const updates = toUpdates(unbundled.stdout.toString('utf8'));
  const updated = await git.run({ gitDir, args: ['update-ref', '--stdin', '-z'], input: updates, timeoutMs });
  if (updated.exitCode !== 0) throw unrestored(id, updated.stderr);
}

function unrestored(id: string, stderr: string): BackupError {
  const [cause = ''] = stderr.trim().split('\n');
  return new BackupError('repository-unreadable', `git could not restore the repository ${id}: ${cause}`);
}

/** Turns `<sha> <ref>` lines into the input of `update-ref --stdin -z`. HEAD isn't a separate ref. */
function toUpdates(heads: string): string {
  return heads
    .split('\n')
    .flatMap((line) => {
      const end = line.indexOf(' ');
      const [sha, ref] = [line.slice(0, end), line.slice(end + 1)];
      return ref.startsWith('refs/') ? [`create ${ref}\0${sha}\0`] : [];
    })
    .join('');
}
