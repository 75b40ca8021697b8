/** Content negotiation (RFC 9110, 12.5), limited to a bundle's variants. */
export type Encoding = 'identity' | 'gzip' | 'br';

/** Returns the quality value of a list header's member, or `undefined` if it isn't listed. */
function qualityOf(header: string, name: string): number | undefined {
  for (const part of header.split(',')) {
    const [token = '', ...parameters] = part.split(';');
    if (token.trim().toLowerCase() !== name) continue;
    const q = parameters
      .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1])
      .find((value) => value !== undefined);
    return q === undefined ? 1 : Math.min(1, Number(q) || 0);
  }
  return undefined;
}

const both: readonly Encoding[] = ['br', 'gzip'];
const gzip: readonly Encoding[] = ['gzip'];
const none: readonly Encoding[] = [];
/** Common headers of browsers, proxies and download managers, which need no parsing. */
const usual: ReadonlyMap<string, readonly Encoding[]> = new Map([
  ['gzip, deflate, br, zstd', both],
  ['gzip, deflate, br', both],
  ['gzip, br', both],
  ['gzip, deflate', gzip],
  ['gzip', gzip],
  ['', none],
]);

/** Returns the encodings that a client accepts in addition to identity, best first. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return none;
  const known = usual.get(header);
  if (known !== undefined) return known;
  const any = qualityOf(header, '*') ?? 0;
  return both.filter((name) => (qualityOf(header, name) ?? any) > 0);
}

/** Whether a client prefers Markdown to HTML: it accepts Markdown with at least the same quality. */
export function prefersMarkdown(header: string | undefined): boolean {
  if (header === undefined || !/text\/(?:markdown|plain)/i.test(header)) return false;
  const markdown = Math.max(qualityOf(header, 'text/markdown') ?? 0, qualityOf(header, 'text/plain') ?? 0);
  return markdown > 0 && markdown >= (qualityOf(header, 'text/html') ?? 0);
}

/** Whether `If-None-Match` contains an ETag. The comparison is weak, as RFC 9110, 13.1.2 requires. */
export function matchesEtag(header: string, etag: string): boolean {
  return (
    header === etag || header === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
  );
}

export type Range = { readonly start: number; readonly end: number };

/**
 * Parses one byte range; its end is inclusive. `unsatisfiable` results in a 416 response, and `undefined`, for several
 * ranges or other units, in the whole file.
 */
export function parseRange(header: string, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  const [first = '', last = ''] = match?.slice(1) ?? [];
  if (match === null || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
