import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync, type WriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { withPath } from '../cli-error.ts';

/**
 * Atomically writes a file whose name the command chose. An existing link is replaced, not followed. The content is
 * written to a temporary file with a random name, so that no one can place a link there.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode: number): void {
  const draft = draftOf(path);
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw withPath(error, path);
  }
}

/**
 * Like `replaceFile`, for content that arrives in parts: `write` fills a temporary file, which is renamed to `path`
 * once `write` has completed without an error.
 */
export async function replaceFileBy<Result>(
  path: string,
  write: (draft: WriteStream, draftPath: string) => Promise<Result>,
): Promise<Result> {
  const draft = draftOf(path);
  const output = (await open(draft, 'wx', 0o644)).createWriteStream();
  try {
    const result = await write(output, draft);
    await rename(draft, path);
    return result;
  } catch (error) {
    // A stream without any writes would keep the file open.
    if (!output.closed) await closeUnfinished(output);
    await rm(draft, { force: true });
    throw withPath(error, path);
  }
}

/**
 * Closes the stream, and ignores the error with which pending writes then fail, because it isn't the original error.
 */
async function closeUnfinished(output: WriteStream): Promise<void> {
  const closed = new Promise<void>((resolve) => output.once('close', () => resolve()));
  output.once('error', () => undefined).destroy();
  await closed;
}

const draftOf = (path: string): string => `${path}.${randomUUID()}.part`;
