import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync, type WriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { withPath } from '../cli-error.ts';

/**
 * Atomically writes a file whose name the command chose. An existing link is replaced, not followed, and no one can
 * place a link at the draft, whose name is random.
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
 * Like `replaceFile`, for content that arrives in parts: `write` fills a draft at `path`. The file gets its final name
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
    // A stream that was never written to would keep the file open.
    if (!output.closed) await closeUnfinished(output);
    await rm(draft, { force: true });
    throw withPath(error, path);
  }
}

/** Writes that were waiting fail with an error, which is not the reason for the end. */
async function closeUnfinished(output: WriteStream): Promise<void> {
  const closed = new Promise<void>((resolve) => output.once('close', () => resolve()));
  output.once('error', () => undefined).destroy();
  await closed;
}

const draftOf = (path: string): string => `${path}.${randomUUID()}.part`;
