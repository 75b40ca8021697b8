import { isIP } from 'node:net';
import { isPrivateAddress } from '@docwright/bundle';
import { HttpClientError } from './errors.ts';

export interface UrlRules {
  /** In lowercase; `host`, `host:port` or `scheme://host:port`, with IPv6 addresses in brackets. */
  readonly allowedPrivateHosts: ReadonlySet<string>;
  readonly allowPlainHttp: boolean;
}

const maxUrlLength = 8_192;

/**
 * Checks a URL before its name is resolved.
 * @throws HttpClientError `url-invalid`, `scheme-refused`, `address-refused`
 */
export function checkUrl(text: string, rules: UrlRules): URL {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null;
  if (!url)
    throw new HttpClientError(
      'url-invalid',
      `"${text.slice(0, 100)}" is not a URL of at most ${maxUrlLength} characters.`,
    );
  if (url.protocol !== 'https:' && !isPlainHttpAllowed(url, rules)) {
    const allowed = rules.allowPlainHttp ? 'https: and http:' : 'https:';
    throw new HttpClientError('scheme-refused', `${url.protocol} is not allowed for ${url.hostname}: ${allowed} only.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new HttpClientError('url-invalid', `The URL of ${url.hostname} contains a user name or a password.`);
  }
  // The parser has converted 0x7f.1, 2130706433, and the like to dotted form.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && isPrivateAddress(literal) && !isAllowedHost(url, rules))
    throw addressRefused(url.hostname, literal);
  if (isPrivateName(url.hostname) && !isAllowedHost(url, rules)) throw addressRefused(url.hostname, 'its own network');
  return url;
}

/**
 * Whether a name can exist only on one machine or in a private network, even if it currently doesn't resolve:
 * single-label names, and names below `localhost` (RFC 6761, 6.3), `local` (RFC 6762), `home.arpa` (RFC 8375),
 * `internal` (reserved by ICANN in 2024), and the names in common hosts files.
 */
function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (name.startsWith('[') || isIP(name) !== 0) return false;
  return !name.includes('.') || /\.(?:localhost|local|localdomain[46]?|internal|home\.arpa)$/.test(name);
}

/** Whether plain HTTP is allowed. An operator who lists a private host allows it in any form, even without TLS. */
function isPlainHttpAllowed(url: URL, rules: UrlRules): boolean {
  return url.protocol === 'http:' && (rules.allowPlainHttp || isAllowedHost(url, rules));
}

/** Whether the operator allowed this host to be private. */
export function isAllowedHost(url: Pick<URL, 'hostname' | 'port' | 'protocol'>, rules: UrlRules): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const { allowedPrivateHosts: allowed } = rules;
  const host = `${url.hostname}:${port}`;
  return allowed.has(url.hostname) || allowed.has(host) || allowed.has(`${url.protocol}//${host}`);
}

/**
 * Accepts `name`, `name:port` or `scheme://name:port`, and returns it with scheme and port: `https://git.internal:443`.
 * Returns `undefined` for other text.
 */
export function toExactOrigin(text: string): string | undefined {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  const isOrigin =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.hostname !== '' &&
    !url.hostname.includes('*') &&
    url.href === `${url.origin}/`;
  if (!isOrigin) return undefined;
  return `${url.protocol}//${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/** Tenants see the message, so the address is only in the cause. */
export function addressRefused(host: string, address: string): HttpClientError {
  return new HttpClientError('address-refused', `${host} is not a public address; the operator can allow this host.`, {
    cause: new Error(`${host} is at ${address}`),
  });
}
