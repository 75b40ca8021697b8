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
 * Writes a new Ed25519 key as `name.key` and `name.pub`, PEM.
 *
 * 1. Others can never read the private key: not while it is written, and not if it replaces a file that they could read.
 * 2. An existing file is replaced only if the caller says so. Without its private key, no one can sign for the deployments
 *    that know the public one.
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
