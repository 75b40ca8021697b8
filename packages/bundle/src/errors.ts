/** Every reason for which a bundle is refused. Stable: operators alert on them. */
export const bundleErrorCodes = {
  'archive-not-gzip': 'The first bytes are not those of a gzip file, for instance an error page of a proxy.',
  'archive-truncated': 'The archive ends in the middle.',
  'archive-corrupt': 'A checksum or a length of the gzip or tar format does not hold.',
  'archive-trailing-data': 'Bytes follow the end of the archive.',
  'archive-too-large': 'The compressed archive is over the limit `maxArchiveBytes`.',
  'archive-expands-too-large': 'The unpacked content is over the limit `maxTotalBytes`.',
  'archive-ratio': 'The content expands by more than `maxRatio`: a decompression bomb.',
  'archive-too-many-entries': 'More entries than `maxEntries`.',
  'seal-mismatch': "The archive's own digest of itself does not hold: bytes were changed after it was made.",
  'digest-mismatch': 'The sha256 of the archive is not the one that the settings pin.',
  'entry-too-large': 'One file is over the limit `maxFileBytes`.',
  'entry-link': 'A symbolic or hard link.',
  'entry-device': 'A character or block device, or a FIFO.',
  'entry-type': 'An entry that is neither a regular file nor a directory.',
  'entry-extended-header': 'A PAX or GNU header that is oversized, malformed or sets what it may not set.',
  'entry-name-empty': 'An empty name or an empty segment in a name.',
  'entry-name-absolute': 'A name that begins with `/` or a drive letter.',
  'entry-name-traversal': 'A name with a `.` or `..` segment.',
  'entry-name-backslash': 'A name with a backslash.',
  'entry-name-control': 'A name with a control character.',
  'entry-name-encoding': 'A name that is not UTF-8.',
  'entry-name-dot-file': 'A hidden file or folder; only `.well-known` is allowed.',
  'entry-name-too-long': 'A name over `maxPathBytes`, or a segment over 255 bytes.',
  'entry-duplicate': 'The same name twice.',
  'entry-collision': 'Two names that differ in case or Unicode form only, or a file where a folder is.',
  'manifest-missing': 'No `manifest.json`.',
  'manifest-invalid': '`manifest.json` is not a manifest.',
  'manifest-version': '`manifest.json` has a format version that this program does not read.',
  'manifest-file-missing': 'The manifest lists a file that the archive lacks.',
  'manifest-file-extra': 'The archive holds a file that the manifest does not list.',
  'manifest-size-mismatch': 'A file does not have the size that the manifest states.',
  'manifest-digest-mismatch': 'A file does not have the sha256 that the manifest states.',
  'index-invalid': 'The index beside the bundle is not one, or not one of this bundle.',
  'signature-missing': 'A public key is configured and the bundle is not signed.',
  'signature-invalid': 'The signature over the manifest does not belong to the configured public key.',
} as const;

export type BundleErrorCode = keyof typeof bundleErrorCodes;

/** A bundle, or a file that should become part of one, breaks a rule. Terminal: the same bytes will be refused again. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
  readonly code: BundleErrorCode;
  constructor(code: BundleErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
