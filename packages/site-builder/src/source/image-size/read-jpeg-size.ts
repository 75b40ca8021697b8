import type { ImageSize } from './image-size.ts';

/** Reads the size in the first start-of-frame segment (ITU T.81, B.2.2), rotated by the Exif orientation. */
export function readJpegSize(view: DataView): ImageSize | undefined {
  let isTurned = false;
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xe1) isTurned ||= readOrientation(view, at + 4, view.getUint16(at + 2) - 2) >= 5;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (!isFrame) continue;
    const [width, height] = [view.getUint16(at + 7), view.getUint16(at + 5)];
    return isTurned ? { width: height, height: width } : { width, height };
  }
  return undefined;
}

const exif = 0x45786966;
const orientationTag = 0x0112;

/**
 * Reads the orientation, 1 to 8; from 5 on, an image is rotated by 90 degrees (Exif 3.0, 4.6.5.1). 1 if it isn't
 * specified.
 */
function readOrientation(view: DataView, start: number, length: number): number {
  const end = Math.min(start + length, view.byteLength);
  const tiff = start + 6;
  if (tiff + 8 > end || view.getUint32(start) !== exif) return 1;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  if (directory + 2 > end) return 1;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0, at = directory + 2; index < count && at + 12 <= end; index++, at += 12)
    if (view.getUint16(at, isLittle) === orientationTag) return view.getUint16(at + 8, isLittle);
  return 1;
}
