import { isSignedIn } from './know-reader.ts';

/** Makes sign-in links return to the open page. For a signed-in reader, they open the account page instead. */
export function offerSignIn(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('a.sign-in');
  if (links.length === 0) return;
  const base = document.documentElement.dataset['base'] ?? '/';
  const page = location.pathname + location.search;
  if (followToken(base, page)) return;
  for (const link of links)
    if (isSignedIn()) {
      link.href = `${base}account`;
      link.textContent = link.dataset['account'] ?? link.textContent;
    } else link.href = `${base}login?redirect=${encodeURIComponent(page)}`;
}

/**
 * Signs the reader in with a token in the fragment, with which the customer's own product links to a page. Returns
 * false without a token.
 */
function followToken(base: string, page: string): boolean {
  if (!/^#eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(location.hash)) return false;
  location.replace(`${base}login/jwt-callback?redirect=${encodeURIComponent(page)}${location.hash}`);
  return true;
}
