import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CliError } from '../cli-error.ts';
import { replaceFile } from '../files/replace-file.ts';

export interface KeyPairFiles {
  readonly privateFile: string;
  readonly publicFile: string;
  readonly publicKey: KeyObject;
}

/**
 * Writes a new Ed25519 key pair as `name.key` and `name.pub` (PEM).
 *
 * 1. Other users can't read the private key, even while it is being written or if it replaces a file that they
 *    could read.
 * 2. An existing file is replaced only on request, because without the private key, bundles can't be signed for
 *    deployments that have the public key.
 */
export function writeKeyPair(name: string, mayReplace: boolean): KeyPairFiles {
  const privateFile = `${name}.key`;
  const publicFile = `${name}.pub`;
  const existing = [privateFile, publicFile].find((path) => existsSync(path));
  if (existing !== undefined && !mayReplace) {
    throw new CliError(
      'conflict',
      'file_exists',
      `${existing} already exists; --force replaces the key, which can't be undone`,
    );
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  replaceFile(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  replaceFile(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  return { privateFile, publicFile, publicKey };
}
