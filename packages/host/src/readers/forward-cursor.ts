import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './event-files.ts';

/** Number of bytes that were sent from each day's file. */
export type ForwardCursor = ReadonlyMap<string, number>;

const fileName = 'forwarded.json';

/**
 * The cursor for `target`. It is empty if events were previously sent to another target, or if a system crash damaged
 * the file.
 */
export async function readCursor(folder: string, target: string): Promise<ForwardCursor> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => '');
  const cursor = new Map<string, number>();
  try {
    const kept = new Map<string, unknown>(Object.entries(Object(JSON.parse(text))));
    if (kept.get('target') !== target) return cursor;
    for (const [day, bytes] of Object.entries<unknown>(Object(kept.get('days'))))
      if (typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes > 0) cursor.set(day, bytes);
  } catch {
    // Everything is sent again, and the service ignores repeated events.
  }
  return cursor;
}

/** Replaces the whole previous cursor. */
export async function writeCursor(
  folder: string,
  { target, cursor, newId }: { readonly target: string; readonly cursor: ForwardCursor; readonly newId: () => string },
): Promise<void> {
  const path = join(folder, fileName);
  const temporary = `${path}.${newId()}`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ target, days: Object.fromEntries(cursor) }));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(folder);
}
