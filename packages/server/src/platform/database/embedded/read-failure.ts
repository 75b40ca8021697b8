import { readFile } from 'node:fs/promises';
import { DatabaseError, type DatabaseErrorCode } from '../errors.ts';
import type { PostgresLayout } from './postgres-layout.ts';

export interface StartFailure {
  readonly error: DatabaseError;
  readonly retry: boolean;
}

/** The reason why the postmaster ended, from its log since `logStart`. */
export async function readFailure(layout: PostgresLayout, logStart: number, spawnError?: Error): Promise<StartFailure> {
  const log = (await readFile(layout.logFile).catch(() => Buffer.alloc(0))).subarray(logStart).toString('utf8');
  const text = spawnError ? spawnError.message : log;
  return {
    error: describeFailure(layout.dataDir, 'start', text),
    retry: /pre-existing shared memory block|lock file "[^"]*" already exists/.test(text),
  };
}

/** Describes in one line the output of a PostgreSQL program that failed. */
export function describeFailure(dataDir: string, action: string, output: string): DatabaseError {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /FATAL|PANIC|error|could not|cannot/i.test(line)) ?? lines.at(-1) ?? 'no output';
  const cause = telling.replace(/^.*?(?:FATAL|PANIC):\s*/, '').trim();
  const [code, reason] = classify(output);
  return new DatabaseError(code, `Embedded PostgreSQL did not ${action}: ${reason}${cause} (data folder ${dataDir}).`);
}

function classify(output: string): [DatabaseErrorCode, string] {
  if (/No space left on device|Disk quota exceeded/.test(output)) return ['data-folder-full', 'the disk is full: '];
  if (/Permission denied|Read-only file system/.test(output)) return ['data-folder-not-writable', 'not writable: '];
  return ['embedded-postgres-failed', ''];
}

/** Describes a file-system error of the data folder in one line; any other error is returned unchanged. */
export function toDataFolderError(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = `The disk of the data folder ${dataDir} is full (${error.message}). Free some space, or set DOCWRIGHT_DATA_DIR to a folder on another disk.`;
    return new DatabaseError('data-folder-full', message, { cause: error });
  }
  // 8 and 14 are SQLite's READONLY and CANTOPEN, from a lock file.
  const refused =
    ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST'].includes(code ?? '') || errcode === 8 || errcode === 14;
  if (!refused) return error;
  const message = `The data folder ${dataDir} is not writable (${error.message}). Set DOCWRIGHT_DATA_DIR to a folder that this user can create and write to.`;
  return new DatabaseError('data-folder-not-writable', message, { cause: error });
}
