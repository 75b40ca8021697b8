import { createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicKeyFile, signatureFile, sumsFile } from '../../packages/cli/src/airgap/release-files.ts';
import { digestFile } from './sign-release.ts';

/** Finds files that don't match the list of digests, or a signature that doesn't match the list, one per line. */
export function findDamage(folder: string): string[] {
  const sums = readFileSync(join(folder, sumsFile), 'utf8');
  const faults = sums
    .trimEnd()
    .split('\n')
    .map((line) => ({ sha256: line.slice(0, 64), name: line.slice(66) }))
    .filter(({ name, sha256 }) => !existsSync(join(folder, name)) || digestFile(folder, name).sha256 !== sha256)
    .map(({ name }) => `${name} doesn't match ${sumsFile}`);
  if (!existsSync(join(folder, signatureFile))) return faults;
  const key = createPublicKey(readFileSync(join(folder, publicKeyFile)));
  const isSigned = verify(null, Buffer.from(sums), key, readFileSync(join(folder, signatureFile)));
  return isSigned ? faults : [...faults, `${signatureFile} doesn't match ${sumsFile}`];
}
