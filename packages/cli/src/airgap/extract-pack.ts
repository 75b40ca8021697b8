import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliError, withPath } from '../cli-error.ts';
import type { OpenPack } from './open-pack.ts';
import { packError } from './pack-error.ts';

/** @throws {CliError} `file_exists`: the name exists, and is not an empty folder */
export function requireNewFolder(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || (found.isDirectory() && readdirSync(folder).length === 0)) return;
  throw new CliError('conflict', 'file_exists', `--extract ${folder} must be a new or empty folder`);
}

/**
 * Extracts a verified pack to a new or empty folder, either completely or not at all.
 *
 * 1. Names have no folders (`isReleaseName`), so each file is directly in the folder.
 * 2. Digests are checked again, because the pack may have changed since it was verified.
 */
export async function extractPack({ files, unlisted, source }: OpenPack, folder: string): Promise<void> {
  requireNewFolder(folder);
  await mkdir(dirname(folder), { recursive: true });
  const staging = `${folder}.${randomUUID()}.part`;
  await mkdir(staging);
  try {
    for (const { name, sha256 } of [...unlisted, ...files]) {
      const part = source(name);
      const hash = createHash('sha256');
      await using handle = await open(join(staging, name), 'wx', 0o644); // 1
      for await (const chunk of part.stream(0, part.sizeBytes)) {
        hash.update(chunk);
        await handle.writeFile(chunk);
      }
      if (hash.digest('hex') !== sha256)
        throw packError('pack-digest-mismatch', `${part.name} was changed while it was extracted`); // 2
    }
    await rename(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw withPath(error, folder);
  }
}
