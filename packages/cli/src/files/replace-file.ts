import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync, type WriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file that a command itself names: whole or not at all. A link with its name is replaced and not followed, and
 * nobody can place one at the draft, whose name is random.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode: number): void {
  const draft = draftOf(path);
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * The same for content that arrives in parts: `write` fills the draft, which is at `path` in the meantime. The file gets its own name once `write` has
 * ended without an error.
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
    if (!output.closed) await once(output.destroy(), 'close');
    await rm(draft, { force: true });
    throw error;
  }
}

const draftOf = (path: string): string => `${path}.${randomUUID()}.part`;
