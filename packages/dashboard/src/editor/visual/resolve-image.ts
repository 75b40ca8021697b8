/**
 * Returns the path of a page's image in the docs folder, or `undefined` for images on other hosts, which the dashboard
 * doesn't load.
 */
export function resolveImage(address: string, page: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:|^\/\/|^#/i.test(address)) return undefined;
  let path = address.split(/[?#]/)[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // The name contains a percent sign.
  }
  const parts = path.startsWith('/') ? [] : page.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
