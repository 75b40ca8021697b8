/**
 * Reasons why a response can't be sent. The codes are stable: a page's playground shows them, and operators find them
 * in logs.
 */
export const siteErrorCodes = {
  'version-damaged': 'A file of a version differs from its manifest.',
  'version-unreachable': "The storage of a version's files is not responding at the moment.",
  'site-busy': 'The limit on waiting requests for a site is reached.',
  'link-address': 'The link resolves to a private address that is not allowed.',
  'link-unreachable': "The connection was refused or broke, or the name can't be resolved.",
  'link-timeout': 'The response, or more of its data, took too long.',
  'forward-invalid': 'The playground sent an invalid request.',
  'forward-origin': 'A request to the playground proxy did not come from a page of the site.',
  'forward-not-listed': "The playground requested something other than an operation of the site's own specifications.",
  'forward-length': 'A request to the playground proxy did not state its length.',
  'forward-too-large': 'A request or response exceeds the limit of the playground proxy.',
  'forward-busy': 'The limit on concurrent forwarded requests is reached.',
} as const;

export type SiteErrorCode = keyof typeof siteErrorCodes;

export class SiteError extends Error {
  override readonly name = 'SiteError';
  readonly code: SiteErrorCode;
  constructor(code: SiteErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
