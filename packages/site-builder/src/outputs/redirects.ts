import type { RedirectRule } from '../site/index.ts';

/** Writes the redirects as a host can serve them: 308 if permanent, otherwise 307; the first match applies. */
export function writeRedirectList(rules: readonly RedirectRule[]): string {
  const list = rules.map(toEntry);
  return `${JSON.stringify({ version: 1, redirects: list }, null, 1)}\n`;
}

function toEntry({ source, destination, permanent }: RedirectRule) {
  return { source, destination, status: permanent ? 308 : 307 };
}

/** An entry as `writeRedirectList` writes it. */
export function redirectEntry(rule: RedirectRule): string {
  return JSON.stringify(toEntry(rule), null, 1).replace(/^/gm, '  ');
}

/** Writes the list of redirects. @param entries at least one entry */
export function writeRedirectListOf(entries: string): string {
  return `{\n "version": 1,\n "redirects": [\n${entries}\n ]\n}\n`;
}

/** The file path of a redirect's source, if a file can be used: no wildcards, not outside the bundle. */
export function stubPath(source: string): string | undefined {
  if (/[*:?#\\]/.test(source)) return undefined;
  const path = source.replace(/^\/+|\/+$/g, '');
  const segments = path.split('/');
  if (
    path === '' ||
    segments.some((segment) => segment === '' || segment === '.' || segment === '..' || segment.startsWith('.'))
  )
    return undefined;
  return path.endsWith('.html') ? path : `${path}.html`;
}
