import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './errors.ts';
import type { BackupFile } from './manifest.ts';

/** Writes one file of a backup, readable only by its owner, and returns its size and digest. */
export async function writeFile(
  folder: string,
  path: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<BackupFile> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(source), count, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

/** @throws BackupError `backup-damaged`, `backup-invalid` */
export async function requireIntact(folder: string, { path, sizeBytes, sha256 }: BackupFile): Promise<void> {
  const file = join(folder, path);
  // A link would copy other files of this machine.
  const found = await lstat(file).catch(() => undefined);
  if (found !== undefined && !found.isFile()) throw new BackupError('backup-invalid', `${path} is not a regular file`);
  if (found?.size !== sizeBytes)
    throw new BackupError('backup-damaged', `${path} has ${found?.size ?? 'no'} bytes instead of ${sizeBytes}`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== sha256)
    throw new BackupError('backup-damaged', `${path} does not have the content that was written`);
}
