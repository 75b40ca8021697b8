import { CliError } from '../cli-error.ts';

const transferAgain =
  'transfer the pack again, and compare its SHA-256 with the one that "docwright airgap pack" printed';
const packAgain = 'create the pack again with "docwright airgap pack"';
const releaseAgain = 'create the release again with "npm run release", and pack it again';
const distrust = "don't install anything from it; obtain the pack from its publisher again";

/** Each reason for rejecting a pack, and the remedy. */
const remedies = {
  'pack-truncated': transferAgain,
  'pack-corrupt': transferAgain,
  'pack-digest-mismatch': transferAgain,
  'pack-too-many-entries': packAgain,
  'pack-entry-name': distrust,
  'pack-entry-type': distrust,
  'pack-file-missing': packAgain,
  'pack-file-extra': distrust,
  'pack-list-invalid': releaseAgain,
  'pack-release-incomplete':
    'specify the folder of a complete release, such as release/1.0.0, or create the release again with "npm run release"',
  'pack-image-mismatch': releaseAgain,
  'pack-chart-mismatch': releaseAgain,
  'pack-sbom-mismatch': releaseAgain,
  'pack-manual-invalid': releaseAgain,
  'signature-missing':
    'set DOCWRIGHT_RELEASE_KEY and create the release again, or verify without --key if you trust its origin',
  'signature-invalid': `check that --key is the publisher's key; if it is, ${distrust}`,
} as const;

export type PackErrorCode = keyof typeof remedies;

/** @param what the file and its problem */
export function packError(code: PackErrorCode, what: string, options?: ErrorOptions): CliError {
  return new CliError('failed', code, `${what}; ${remedies[code]}`, options);
}

/**
 * Returns the same error with the remedy for a release that is being packed: no pack has been transferred yet, so the
 * release itself must be replaced.
 */
export function toReleaseError(error: unknown): unknown {
  if (!(error instanceof CliError) || !Object.hasOwn(remedies, error.code)) return error;
  const code = error.code as PackErrorCode;
  const what = error.message.slice(0, -`; ${remedies[code]}`.length);
  return new CliError(error.exit, code, `${what}; ${releaseAgain}`, { cause: error });
}
