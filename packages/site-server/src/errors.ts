/** Why an answer can't be given. Stable: a page's playground shows them, and operators find them in logs. */
export const siteErrorCodes = {
  'version-damaged': 'A file of a version is not what its manifest says.',
  'version-unreachable': 'Where the files of a version lie does not answer at the moment.',
  'site-busy': 'As many requests for a site are waiting as the settings allow.',
  'link-address': 'The link leads to an address that is private and not allowed.',
  'link-unreachable': 'No connection, a name that does not resolve, or a connection that broke.',
  'link-timeout': 'No answer, or no byte for too long.',
  'forward-invalid': 'The playground asked for something that is no request.',
  'forward-origin': 'A request to the playground proxy did not come from a page of the site.',
  'forward-not-listed': "The playground asked for what is no operation of the site's own specifications.",
  'forward-length': 'A request to the playground proxy did not say how long it is.',
  'forward-too-large': 'A request or an answer is bigger than the playground proxy passes on.',
  'forward-busy': 'As many requests are being forwarded as the settings allow.',
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
