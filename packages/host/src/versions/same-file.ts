import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const PIECE_BYTES = 256 * 1024;

/** Whether both files have the same bytes. If the second file is missing or unreadable, it counts as different. */
export async function isSameFile(path: string, other: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const second = await open(other, 'r').catch(() => undefined);
    if (second === undefined) return false;
    try {
      return await haveSameBytes(file, second);
    } catch {
      return false;
    } finally {
      await second.close();
    }
  } finally {
    await file.close();
  }
}

async function haveSameBytes(one: FileHandle, other: FileHandle): Promise<boolean> {
  const { size } = await one.stat();
  if ((await other.stat()).size !== size) return false;
  const [left, right] = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)];
  for (let at = 0; at < size;) {
    const [{ bytesRead }, read] = await Promise.all([
      one.read(left, 0, PIECE_BYTES, at),
      other.read(right, 0, PIECE_BYTES, at),
    ]);
    if (bytesRead === 0 || bytesRead !== read.bytesRead) return false;
    if (!left.subarray(0, bytesRead).equals(right.subarray(0, bytesRead))) return false;
    at += bytesRead;
  }
  return true;
}
