/** Every reason for rejecting a bundle. The codes are stable, because operators use them in alerts. */
export const bundleErrorCodes = {
  'archive-not-gzip': "The first bytes are not those of a gzip file; for example, the file is a proxy's error page.",
  'archive-truncated': 'The archive is truncated.',
  'archive-corrupt': 'A checksum or length in the gzip or tar data is incorrect.',
  'archive-trailing-data': 'There are bytes after the end of the archive.',
  'archive-too-large': 'The compressed archive exceeds the limit `maxArchiveBytes`.',
  'archive-expands-too-large': 'The unpacked content exceeds the limit `maxTotalBytes`.',
  'archive-ratio': 'The content expands by more than `maxRatio`: a decompression bomb.',
  'archive-too-many-entries': 'There are more entries than `maxEntries`.',
  'seal-mismatch': "The archive doesn't match its own digest: bytes were changed after it was created.",
  'digest-mismatch': "The archive's SHA-256 is not the one required by the settings.",
  'entry-too-large': 'A file exceeds the limit `maxFileBytes`.',
  'entry-link': 'A symbolic or hard link.',
  'entry-device': 'A character or block device, or a FIFO.',
  'entry-type': 'An entry that is neither a regular file nor a directory.',
  'entry-extended-header': 'A PAX or GNU header that is too large, malformed or sets a forbidden field.',
  'entry-name-empty': 'An empty name or an empty segment in a name.',
  'entry-name-absolute': 'A name that starts with `/` or a drive letter.',
  'entry-name-traversal': 'A name with a `.` or `..` segment.',
  'entry-name-backslash': 'A name with a backslash.',
  'entry-name-control': 'A name with a control character.',
  'entry-name-encoding': 'A name that is not UTF-8.',
  'entry-name-dot-file': 'A hidden file or folder; only `.well-known` is allowed.',
  'entry-name-too-long': 'A name longer than `maxPathBytes`, or a segment longer than 255 bytes.',
  'entry-duplicate': 'A name that occurs twice.',
  'entry-collision': 'Two names that differ only in case or Unicode form, or a file where a folder is.',
  'manifest-missing': '`manifest.json` is missing.',
  'manifest-invalid': '`manifest.json` is not a valid manifest.',
  'manifest-version': "`manifest.json` has a format version that this program doesn't support.",
  'manifest-file-missing': 'The manifest lists a file that the archive lacks.',
  'manifest-file-extra': "The archive contains a file that the manifest doesn't list.",
  'manifest-size-mismatch': 'The size of a file differs from the manifest.',
  'manifest-digest-mismatch': 'The SHA-256 of a file differs from the manifest.',
  'sealed-part-invalid': 'The sealed part of the archive, for readers with access, is missing, damaged or invalid.',
  'sealed-part-too-large': 'The content for some readers is larger than a bundle can contain.',
  'index-invalid': 'The index next to the bundle is invalid, or belongs to another bundle.',
  'signature-missing': 'A public key is configured, but the bundle is not signed.',
  'signature-invalid': "The manifest's signature doesn't match the configured public key.",
} as const;

export type BundleErrorCode = keyof typeof bundleErrorCodes;

/**
 * Thrown if a bundle, or a file that should become part of one, breaks a rule. Terminal: the same bytes will be
 * rejected again.
 */
export class BundleError extends Error {
  override readonly name = 'BundleError';
  readonly code: BundleErrorCode;
  constructor(code: BundleErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
