/** Width and height in CSS pixels, from the head of a PNG, GIF, JPEG, WebP or SVG file; undefined where it does not say. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size =
    startsWith(bytes, '\x89PNG\r\n') && bytes.length >= 24
      ? { width: view.getUint32(16), height: view.getUint32(20) }
      : startsWith(bytes, 'GIF8') && bytes.length >= 10
        ? { width: view.getUint16(6, true), height: view.getUint16(8, true) }
        : startsWith(bytes, '\xff\xd8')
          ? readJpeg(view)
          : startsWith(bytes, 'RIFF')
            ? readWebp(bytes, view)
            : readSvg(bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, text.length)).toString('latin1') === text
  );
}

/** The first start-of-frame segment (ITU T.81, B.2.2). */
function readJpeg(view: DataView): ImageSize | undefined {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** The three kinds of WebP (RFC 9649, section 2). */
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
  const [, width, height] = /\sviewBox=["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
