/**
 * Content types by file extension: a fixed table, because a manifest contains the types, and its bytes must not depend
 * on the machine that created it. Source: the IANA media type registry.
 */
const TEXT = '; charset=utf-8';

const types: ReadonlyMap<string, string> = new Map(
  Object.entries({
    html: `text/html${TEXT}`,
    htm: `text/html${TEXT}`,
    css: `text/css${TEXT}`,
    js: `text/javascript${TEXT}`,
    mjs: `text/javascript${TEXT}`,
    md: `text/markdown${TEXT}`,
    mdx: `text/markdown${TEXT}`,
    txt: `text/plain${TEXT}`,
    csv: `text/csv${TEXT}`,
    json: `application/json`,
    map: `application/json`,
    jsonld: 'application/ld+json',
    webmanifest: 'application/manifest+json',
    yaml: 'application/yaml',
    yml: 'application/yaml',
    toml: 'application/toml',
    xml: `application/xml${TEXT}`,
    rss: `application/rss+xml${TEXT}`,
    atom: `application/atom+xml${TEXT}`,
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    ico: 'image/x-icon',
    bmp: 'image/bmp',
    mp4: 'video/mp4',
    webm: 'video/webm',
    mov: 'video/quicktime',
    ogv: 'video/ogg',
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    ogg: 'audio/ogg',
    m4a: 'audio/mp4',
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    otf: 'font/otf',
    eot: 'application/vnd.ms-fontobject',
    pdf: 'application/pdf',
    wasm: 'application/wasm',
    zip: 'application/zip',
    gz: 'application/gzip',
    vtt: `text/vtt${TEXT}`,
  }),
);

/** Returns the `Content-Type` of a bundle path; `application/octet-stream` if the extension is unknown or missing. */
export function contentTypeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return 'application/octet-stream';
  return types.get(name.slice(dot + 1).toLowerCase()) ?? 'application/octet-stream';
}

const compressible =
  /^(?:text\/|application\/(?:json|yaml|toml|xml|ld\+json|manifest\+json|rss\+xml|atom\+xml|wasm|vnd\.ms-fontobject)|image\/(?:svg\+xml|x-icon|bmp)|font\/(?:ttf|otf))/;

/** Whether compressing this type with gzip or brotli is worth the time; false for types that are already compressed. */
export function isCompressible(contentType: string): boolean {
  return compressible.test(contentType);
}
