/** Addresses to which an application may receive a permission (RFC 8252, OAuth 2.1 section 2.3.1). */

const maxLength = 500;
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Editors' schemes. All other schemes need a dot, as RFC 8252 requires: `com.example.app`. */
const appSchemes: ReadonlySet<string> = new Set([
  'claude:',
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'windsurf:',
  'zed:',
]);

/**
 * Accepts HTTPS, this computer, and application-specific schemes, but never a scheme that a browser executes itself.
 */
export function isRedirectAllowed(text: string): boolean {
  const url = text.length > maxLength || /[\s\p{Cc}\\]/u.test(text) ? null : URL.parse(text);
  if (url === null || url.hash !== '' || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return loopbackHosts.has(url.hostname);
  return appSchemes.has(url.protocol) || /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/.test(url.protocol);
}

/**
 * Compares exactly, except for the port on this computer, because applications use a different free port each time (RFC
 * 8252, 7.3).
 */
export function isRegistered(registered: readonly string[], text: string): boolean {
  if (!isRedirectAllowed(text)) return false;
  return registered.includes(text) || registered.some((known) => isSameLoopback(known, text));
}

function isSameLoopback(known: string, text: string): boolean {
  const [one, other] = [URL.parse(known), URL.parse(text)];
  if (one?.protocol !== 'http:' || other?.protocol !== 'http:') return false;
  return one.hostname === other.hostname && one.pathname === other.pathname && one.search === other.search;
}
