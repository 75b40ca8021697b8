import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  publicKeyFile,
  signatureFile,
  sumsFile,
  unsignedFile,
  unsignedNote,
} from '../../packages/cli/src/airgap/release-files.ts';
import type { Artifact } from './write-provenance.ts';

export function digestFile(folder: string, name: string): Artifact {
  return {
    name,
    sha256: createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  };
}

/** Writes the file that `sha256sum --check` reads. */
export function writeSums(folder: string, artifacts: readonly Artifact[]): void {
  writeFileSync(join(folder, sumsFile), artifacts.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
}

/**
 * Signs the list of digests with an Ed25519 key, or states that the release has no signature.
 *
 * @param keyFile a private key in PEM (PKCS #8); `undefined` for an unsigned release
 * @throws {Error} if the key isn't an Ed25519 key
 */
export function signRelease(folder: string, keyFile: string | undefined): void {
  for (const name of [signatureFile, publicKeyFile, unsignedFile]) rmSync(join(folder, name), { force: true });
  if (keyFile === undefined) {
    writeFileSync(join(folder, unsignedFile), unsignedNote);
    return;
  }
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${keyFile} contains an ${key.asymmetricKeyType ?? 'unknown'} key; a release needs an Ed25519 key`);
  writeFileSync(join(folder, signatureFile), sign(null, readFileSync(join(folder, sumsFile)), key));
  writeFileSync(join(folder, publicKeyFile), createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}
