import type { ImageSize } from './image-size.ts';
import { readAvifSize } from './read-avif-size.ts';
import { readJpegSize } from './read-jpeg-size.ts';

/**
 * Returns the size of an image, from the header of a PNG, GIF, JPEG, WebP, AVIF or SVG file, or `undefined` if it isn't
 * stated. Never throws, and reads each byte at most once. Decision 24 compares this function with a library.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = readByKind(bytes, view);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function readByKind(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  if (has(bytes, 0, '\x89PNG\r\n'))
    return bytes.length < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) };
  if (has(bytes, 0, 'GIF8'))
    return bytes.length < 10 ? undefined : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (has(bytes, 0, '\xff\xd8')) return readJpegSize(view);
  if (has(bytes, 0, 'RIFF')) return readWebp(bytes, view);
  if (has(bytes, 4, 'ftyp')) return readAvifSize(view);
  return readSvg(bytes);
}

function has(bytes: Uint8Array, at: number, text: string): boolean {
  return Array.from(text, (letter) => letter.charCodeAt(0)).every((code, index) => bytes[at + index] === code);
}

/** Reads the size of any of the three kinds of WebP (RFC 9649, section 2). */
function readWebp(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  if (bytes.length < 30) return undefined;
  const kind = String.fromCharCode(...bytes.subarray(12, 16));
  if (kind === 'VP8X')
    return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) };
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function readSvg(bytes: Uint8Array): ImageSize | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('utf8');
  const tag = /<svg\b[^>]*>/.exec(head)?.[0];
  if (tag === undefined) return undefined;
  const length = (name: string): number =>
    Number(new RegExp(`\\s${name}=["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1] ?? Number.NaN);
  const own = { width: length('width'), height: length('height') };
  if (own.width > 0 && own.height > 0) return own;
  const [, boxWidth, boxHeight] = /\sviewBox=["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag) ?? [];
  const box = { width: Number(boxWidth), height: Number(boxHeight) };
  if (!(box.width > 0 && box.height > 0)) return undefined;
  // One explicit length determines the other.
  if (own.width > 0) return { width: own.width, height: (own.width * box.height) / box.width };
  if (own.height > 0) return { width: (own.height * box.width) / box.height, height: own.height };
  return { ...box, isRatio: true };
}
