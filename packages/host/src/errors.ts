import { SiteError, siteErrorCodes } from '@docwright/site-server';

/** The deployment server's errors that operators can see, in addition to bundle errors (`@docwright/bundle`). */
export const hostErrorCodes = {
  ...siteErrorCodes,
  'setting-invalid': 'A setting has a value that is not allowed.',
  'link-expired': 'The bundle link returned 403 or 410: presigned links expire.',
  'link-refused': 'The bundle link returned a status other than 200.',
  'link-invalid': "The link is not an http(s) URL, contains a password, or has a redirect that can't be followed.",
  'link-length': 'The body is shorter or longer than announced.',
  'version-mismatch': 'The bundle is not the version that the settings require.',
  'kind-mismatch': 'The bundle was built for a different deployment kind, and this deployment is air-gapped.',
  'access-required': 'The bundle contains restricted content, and nobody can sign in at this host.',
  'version-unknown': 'No stored version has this name.',
  'version-ambiguous': 'More than one stored version has this name.',
  'downgrade-refused':
    'The bundle was active before and was replaced, or has a lower version. Only a pinned version or `activate` can restore it.',
  'storage-full': 'The data folder has no free space.',
  'storage-failed': "The data folder can't be written or read.",
  'nothing-to-serve': 'No link is configured, and no version is on disk.',
  'api-refused': 'The administrative API did not return a completed export.',
} as const;

export type HostErrorCode = keyof typeof hostErrorCodes;

export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: HostErrorCode;
  /** Whether a later retry can succeed. */
  readonly retryable: boolean;
  constructor(code: HostErrorCode, message: string, options: ErrorOptions & { readonly retryable?: boolean } = {}) {
    super(message, options);
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** Whether this is an error with one of the codes above, from any module. */
export function isHostError(error: unknown): error is HostError | SiteError {
  return error instanceof HostError || error instanceof SiteError;
}

/** Classifies a file system error by how an operator can fix it. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  const message = isFull ? 'the data folder has no free space' : `the data folder cannot be used: ${error.message}`;
  return new HostError(isFull ? 'storage-full' : 'storage-failed', message, { cause: error, retryable: true });
}
