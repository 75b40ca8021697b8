import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { BLOCK_BYTES, fileHeader, paddingOf } from '@docwright/bundle';
import { fileSource, readSmall, type ByteSource } from './byte-source.ts';
import { packError } from './pack-error.ts';
import { parseSums, sumsFile, unlistedFiles } from './release-files.ts';

const maxSumsBytes = 256 * 1024;

/** Lists a release's files in pack order: the list of digests, its signature and key, and the other files. */
export async function listReleaseFiles(folder: string): Promise<readonly string[]> {
  const sums = await withFile(folder, sumsFile, (source) => readSmall(source, maxSumsBytes));
  const listed = parseSums(sums.toString(), join(folder, sumsFile)).map(({ name }) => name);
  const unlisted = unlistedFiles.filter((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
  return [...unlisted, ...listed];
}

/** Writes files of a folder as a tar archive. Its bytes depend only on the files' names and contents. */
export async function writePack(folder: string, names: readonly string[], output: Writable): Promise<void> {
  const write = async (bytes: Buffer): Promise<void> => {
    if (!output.write(bytes)) await once(output, 'drain');
  };
  for (const name of names) {
    await withFile(folder, name, async (source) => {
      await write(fileHeader(name, source.sizeBytes));
      let copied = 0;
      for await (const chunk of source.stream(0, source.sizeBytes)) {
        await write(chunk);
        copied += chunk.length;
      }
      if (copied !== source.sizeBytes)
        throw packError('pack-digest-mismatch', `${source.name} was changed while it was packed`);
      await write(Buffer.alloc(paddingOf(copied)));
    });
  }
  await write(Buffer.alloc(2 * BLOCK_BYTES));
}

/** @throws {CliError} `pack-release-incomplete`: not a regular file */
export async function withFile<Result>(
  folder: string,
  name: string,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true)
    throw packError('pack-release-incomplete', `${path} ${found === undefined ? "doesn't exist" : 'is not a file'}`);
  await using handle = await open(path);
  // The file remains open until the promise settles.
  return await use(fileSource(path, handle, found.size));
}
