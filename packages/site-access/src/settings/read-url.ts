import { AccessSettingsError } from './access-settings-error.ts';

const maxUrlLength = 2_000;

export interface UrlRules {
  /** Whether the operator allowed http for this address. Addresses of this machine need no permission. */
  readonly allowsHttp: (url: URL) => boolean;
}

/**
 * Returns an absolute https URL without a user name, password or fragment, as it was written.
 * @throws {AccessSettingsError}
 */
export function readUrl(path: string, text: string, { allowsHttp }: UrlRules): string {
  const shown = `"${text.slice(0, 200)}"`;
  const url = text.length <= maxUrlLength ? URL.parse(text) : null;
  if (url === null)
    throw new AccessSettingsError(
      path,
      `${shown} is not a URL of at most ${maxUrlLength.toLocaleString('en-US')} characters, such as https://login.example.com`,
    );
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && (isLoopback(url) || allowsHttp(url)));
  if (!isAllowed) throw new AccessSettingsError(path, `${shown} does not use https: readers sign in there`);
  if (url.username !== '' || url.password !== '')
    throw new AccessSettingsError(path, `the URL of "${url.hostname}" must not contain a user name or a password`);
  if (text.includes('#')) throw new AccessSettingsError(path, `${shown} must not contain a fragment ("#")`);
  return text;
}

function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
