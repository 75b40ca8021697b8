import type { DrawableImage } from './draw-backdrop.ts';

/** The size of an image according to its file. */
export type ReadSize = (bytes: Uint8Array) => { readonly width: number; readonly height: number } | undefined;

/** A photo of the output's size has about a thirtieth of this; decoding takes four bytes per pixel. */
const maxPixels = 24_000_000;
const maxDrawingBytes = 512 * 1024;

/**
 * Reads a file of the site as a drawable image. If the file can't be drawn, returns the reason as a phrase that
 * continues after "it".
 */
export function readDrawable(bytes: Uint8Array | undefined, sizeOf: ReadSize): DrawableImage | string {
  if (bytes === undefined) return 'is not a file of the site';
  const type = typeOf(bytes);
  if (type === undefined) return 'is neither SVG nor PNG, JPEG or GIF';
  const size = sizeOf(bytes);
  if (size === undefined) return 'does not state its size';
  if (type !== 'image/svg+xml' && size.width * size.height > maxPixels)
    return `has ${size.width} × ${size.height} pixels, more than ${maxPixels} in all`;
  if (type === 'image/svg+xml') {
    const fault = findObstacle(bytes);
    if (fault !== undefined) return fault;
  }
  return { bytes, type, ...size };
}

function typeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1');
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('\xff\xd8')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  return /<svg[\s>]/.test(head) || /^\s*(?:\xef\xbb\xbf)?<(?:\?xml|!--|!DOCTYPE svg)/.test(head)
    ? 'image/svg+xml'
    : undefined;
}

/**
 * Finds constructs with which a small drawing can take minutes: copies of copies, entities, and effects with unbounded
 * numbers. Also finds text, because its font isn't in the drawing, and a logo without its letters is useless.
 */
function findObstacle(bytes: Uint8Array): string | undefined {
  if (bytes.byteLength > maxDrawingBytes) return `has ${bytes.byteLength} bytes, more than ${maxDrawingBytes}`;
  const text = Buffer.from(bytes).toString('utf8');
  if (/<!ENTITY/i.test(text)) return 'declares entities';
  if (/<(?:\w+:)?(?:pattern|feTurbulence|feMorphology|feGaussianBlur|feConvolveMatrix|feImage)\b/.test(text))
    return 'has patterns or filters';
  if ((text.match(/<(?:\w+:)?use\b/g)?.length ?? 0) > 12) return 'has more than 12 <use>';
  if (/<(?:\w+:)?text[\s>]/.test(text)) return 'has text, but does not contain its font';
  return undefined;
}
