import { showName } from '@docwright/bundle';
import { packError } from './pack-error.ts';

/** Files of a release that don't depend on its version. */
export const sumsFile = 'SHA256SUMS';
export const signatureFile = 'SHA256SUMS.sig';
export const publicKeyFile = 'release-key.pem';
export const unsignedFile = 'UNSIGNED.txt';
/** The contents of `UNSIGNED.txt`. */
export const unsignedNote =
  'This release is not signed: DOCWRIGHT_RELEASE_KEY was not set when it was built.\n' +
  'SHA256SUMS detects damaged files, but anyone could have created these files.\n';
export const imageListFile = 'images.json';

/** Files that the digests can't include, because they are written after the digests. */
export const unlistedFiles: readonly string[] = [sumsFile, signatureFile, publicKeyFile, unsignedFile];

export const commandFile = (version: string): string => `docwright-${version}.tgz`;
export const manualFile = (version: string): string => `docwright-manual-${version}.tar.gz`;
/** Returns the name of the archive of hardened systemd units. */
export const unitsFile = (version: string): string => `docwright-systemd-${version}.tgz`;
export const sbomFile = (artifact: string): string => `${artifact}${sbomEnding}`;
export const sbomEnding = '.cdx.json';
export const imageEnding = '.oci.tar';
export const chartEnding = (version: string): string => `-chart-${version}.tgz`;

/** Matches file names without a folder, so that every file is extracted to the folder that the user specified. */
const releaseName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/;

/** Whether a release's file can have this name. */
export const isReleaseName = (name: string): boolean => releaseName.test(name);

export interface ListedFile {
  readonly name: string;
  /** The file's SHA-256 digest in hexadecimal. */
  readonly sha256: string;
}

/**
 * Parses the list of digests, in the format of `sha256sum`.
 *
 * @param origin the name of the list in messages
 */
export function parseSums(text: string, origin: string): readonly ListedFile[] {
  if (!text.endsWith('\n')) throw packError('pack-list-invalid', `${origin} doesn't end with a newline`);
  const files = text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const file = { sha256: line.slice(0, 64), name: line.slice(66) };
      if (!/^[0-9a-f]{64} {2}/.test(line) || !isReleaseName(file.name) || unlistedFiles.includes(file.name))
        throw packError(
          'pack-list-invalid',
          `${origin} has the line ${showName(line)}, which is not a digest and a file`,
        );
      return file;
    });
  const names = new Set<string>();
  for (const { name } of files) {
    if (names.has(name)) throw packError('pack-list-invalid', `${name} is in ${origin} twice`);
    names.add(name);
  }
  return files;
}
