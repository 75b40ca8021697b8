/**
 * Key of a value that the tab stores while the user is on GitHub's pages. GitHub's response is accepted only with this
 * value.
 */
const key = 'docwright-github-app';

export const keepVerifier = (verifier: string): void => sessionStorage.setItem(key, verifier);

/** Returns the stored value only once; a reloaded page receives nothing. */
export function takeVerifier(): string | undefined {
  const verifier = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return verifier;
}

/** Whether a remote code host can send webhooks to this address. */
export function isReachable(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl, location.href);
  const isPrivate =
    /^(?:localhost|.*\.(?:localhost|local|internal|lan))$/.test(hostname) ||
    /^(?:10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname) ||
    hostname.startsWith('[') ||
    !hostname.includes('.');
  return protocol === 'https:' && !isPrivate;
}
