/**
 * Schemes that a page's link may have. Anything else (`javascript:`, `vbscript:`, `data:` in a link) is made harmless.
 */
const safeLinkSchemes: ReadonlySet<string> = new Set([
  'http:',
  'https:',
  'ws:',
  'wss:',
  'mailto:',
  'tel:',
  'sms:',
  'ftp:',
  'vscode:',
  'cursor:',
  'slack:',
  'zed:',
  'windsurf:',
  'magnet:',
  'irc:',
  'xmpp:',
  'matrix:',
  'tg:',
  'discord:',
  'ton:',
  'facetime:',
  'git:',
  'ssh:',
]);

export type WrittenTarget =
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'unsafe'; readonly scheme: string }
  /** `path` is as written, without query and anchor; `''` for a link within the page. */
  | { readonly kind: 'site'; readonly path: string; readonly query: string; readonly anchor: string };

/**
 * Classifies an author's link or image address. Browsers drop tabs, line endings and leading control characters of a
 * URL, so they are dropped before the scheme is checked.
 */
export function readTarget(written: string): WrittenTarget {
  // oxlint-disable-next-line eslint/no-control-regex
  const target = written.replace(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(target)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    return safeLinkSchemes.has(scheme) ? { kind: 'external', url: target } : { kind: 'unsafe', scheme };
  }
  if (target.startsWith('//') || target.startsWith('/\\') || target.startsWith('\\'))
    return { kind: 'external', url: `https:${target.replace(/\\/g, '/').replace(/^\/*/, '//')}` };
  const hash = target.indexOf('#');
  const beforeHash = hash === -1 ? target : target.slice(0, hash);
  const question = beforeHash.indexOf('?');
  return {
    kind: 'site',
    path: question === -1 ? beforeHash : beforeHash.slice(0, question),
    query: question === -1 ? '' : beforeHash.slice(question),
    anchor: hash === -1 ? '' : target.slice(hash + 1),
  };
}

/** Converts `a/./b/../c` to `a/c`. Returns `undefined` if the path is outside the site or can't be one of its paths. */
export function normalizePath(path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of decodePath(path).split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  const result = segments.join('/');
  return result.includes('\\') || result.includes('\0') ? undefined : result;
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Encodes a site path for a URL. */
export function encodePath(path: string): string {
  return /^[\w./-]*$/.test(path) ? path : encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}
