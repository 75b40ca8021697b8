import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SecretBoxError } from './errors.ts';
import { countOf } from '../words/count-of.ts';

const keyBytes = 32;

/**
 * Parses a key in the format of settings and files: 32 bytes in base64 or base64url.
 * @throws SecretBoxError `master-key-invalid`
 */
export function parseMasterKey(text: string, name: string): Buffer {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, 'base64');
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed);
  if (isBase64 && key.length === keyBytes) return key;
  throw new SecretBoxError(
    'master-key-invalid',
    `${name} has ${countOf(trimmed.length, 'character')}; it must be 32 random bytes in Base64 (44 characters), as printed by \`openssl rand -base64 32\`.`,
  );
}

/**
 * Reads the key of an installation without a configured key, and creates it if it doesn't exist. Only the file's owner
 * can read it. If two processes start at the same time, the second reads the key that the first created.
 */
export async function readOrMakeMasterKey(path: string): Promise<Buffer> {
  const known = await readIfThere(path);
  if (known !== undefined) return parseMasterKey(known, path);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return parseMasterKey(await readFile(path, 'utf8'), path);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
