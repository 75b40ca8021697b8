/** Finds links and files that built pages reference but the bundle lacks, resolved as on a static server. */
export function findBrokenLinks(files: ReadonlyMap<string, Uint8Array>): string[] {
  const pages = new Map<string, string>();
  for (const [path, bytes] of files) if (path.endsWith('.html')) pages.set(path, Buffer.from(bytes).toString('utf8'));
  const ids = new Map([...pages].map(([path, html]) => [path, idsOf(html)]));
  const broken: string[] = [];
  for (const [path, html] of pages) {
    // A redirect's stub has no content.
    if (path === '404.html') continue;
    for (const target of targetsOf(html)) {
      const fault = findFault(target, path, files, ids);
      if (fault !== undefined) broken.push(`${path}: ${target} (${fault})`);
    }
  }
  return broken;
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id = '']) => unescape(id)));
}

function targetsOf(html: string): Set<string> {
  const visible = html.replace(/<script\b[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, '');
  const found = new Set<string>();
  for (const [, target = ''] of visible.matchAll(/<[^>]*?\s(?:href|src|poster)="([^"]*)"/g))
    found.add(unescape(target));
  for (const [, list = ''] of visible.matchAll(/\ssrcset="([^"]*)"/g))
    for (const part of list.split(/,\s+/)) found.add(unescape(part.trim().split(/\s+/)[0] ?? ''));
  return found;
}

function findFault(
  target: string,
  from: string,
  files: ReadonlyMap<string, Uint8Array>,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const base = new URL(`http://site.invalid/${from.split('/').map(encodeURIComponent).join('/')}`);
  const url = URL.parse(target, base.href);
  if (url === null) return 'no address';
  if (url.host !== base.host || !/^https?:$/.test(url.protocol)) return undefined;
  const asked = decodeURIComponent(url.pathname).slice(1);
  const path = asked === '' || asked.endsWith('/') ? `${asked}index.html` : asked;
  if (!files.has(path)) return 'no such file';
  const anchor = safeDecode(url.hash.slice(1));
  // Text fragments, and anchors that scripts read, aren't IDs.
  if (anchor === '' || anchor.startsWith(':~:')) return undefined;
  const known = ids.get(path);
  return known === undefined || known.has(anchor) ? undefined : 'no such anchor';
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&');
}
