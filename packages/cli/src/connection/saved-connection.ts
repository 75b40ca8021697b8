import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { replaceFile } from '../files/replace-file.ts';
import { parseObject } from './parse-object.ts';

/**
 * The connection that `docwright up` saves in the data folder and `docwright login` in the user's folder, so that other
 * commands need no settings.
 */
export interface SavedConnection {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export const CONNECTION_FILE = 'cli.json';

/** Reads the connection. Returns `undefined` if none is saved, and throws if it can't be read. */
export function readSavedConnection(folder: string): SavedConnection | undefined {
  const path = join(folder, CONNECTION_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CliError('usage', 'unreadable_settings', `${path} can't be read: ${message}`, { cause: error });
  }
  const { baseUrl, apiKey } = parseObject(text);
  if (typeof baseUrl === 'string' && typeof apiKey === 'string') return { baseUrl, apiKey };
  throw new CliError(
    'usage',
    'unreadable_settings',
    `${path} is not {"baseUrl", "apiKey"}; delete it or start the service again`,
  );
}

/** Writes the file atomically; only its owner can read it. */
export function saveConnection(folder: string, connection: SavedConnection): void {
  replaceFile(join(folder, CONNECTION_FILE), `${JSON.stringify(connection)}\n`, 0o600);
}

/** @returns whether a connection was saved */
export function forgetConnection(folder: string): boolean {
  const isThere = readSavedConnection(folder) !== undefined;
  rmSync(join(folder, CONNECTION_FILE), { force: true });
  return isThere;
}
