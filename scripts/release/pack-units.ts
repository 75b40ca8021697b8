import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unitsFile } from '../../packages/cli/src/airgap/release-files.ts';
import type { ReleaseSource } from './release-source.ts';
import { writeTarball } from './write-tarball.ts';

/** Packs the systemd units. @param folders.staging an existing folder for temporary files */
export async function packUnits(
  { root, version }: Pick<ReleaseSource, 'root' | 'version'>,
  folders: { readonly staging: string; readonly out: string },
): Promise<void> {
  const staged = join(folders.staging, 'systemd');
  await mkdir(staged);
  await cp(join(root, 'deploy/systemd'), staged, { recursive: true });
  await writeTarball(staged, join(folders.out, unitsFile(version)), { prefix: 'systemd' });
}
