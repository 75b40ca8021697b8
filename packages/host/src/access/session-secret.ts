import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toStorageError } from '../errors.ts';

const shortest = 32;

/** The secret that signs sessions. Hosts that share a data folder share the secret. @throws HostError `storage-…` */
export async function openSessionSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'access', 'session-secret');
  try {
    await mkdir(join(dataDir, 'access'), { recursive: true, mode: 0o700 });
    // One host writes the secret; the others read it.
    await writeFile(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
      (error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      },
    );
    const secret = (await readFile(path, 'utf8')).trim();
    if (secret.length >= shortest) return secret;
  } catch (error) {
    throw toStorageError(error);
  }
  throw new Error(`${path} is damaged: delete it, and all readers sign in again`);
}
