import type { ImageSize } from './image-size.ts';

/** Boxes that contain the properties of an image's items: `meta` → `iprp` → `ipco` (ISO/IEC 23008-12). */
const containers: ReadonlyMap<string, number> = new Map([
  // `meta` has a version and flags before its boxes.
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
]);

/**
 * Reads the largest `ispe` of the file, rotated by its `irot`: an image with tiles, a mask or a thumbnail also has
 * smaller properties.
 */
export function readAvifSize(view: DataView): ImageSize | undefined {
  let largest: ImageSize | undefined;
  let isTurned = false;
  for (let at = 0; at + 8 <= view.byteLength;) {
    const length = view.getUint32(at);
    const name = boxName(view, at + 4);
    const inside = containers.get(name);
    if (name === 'ispe' && at + 20 <= view.byteLength) {
      const size = { width: view.getUint32(at + 12), height: view.getUint32(at + 16) };
      if (largest === undefined || size.width * size.height > largest.width * largest.height) largest = size;
    } else if (name === 'irot' && at + 9 <= view.byteLength) isTurned ||= (view.getUint8(at + 8) & 1) === 1;
    else if (name === 'mdat') break;
    // Enters containers; a box that is smaller than its own header ends the search.
    if (inside !== undefined) at += 8 + inside;
    else if (length < 8) break;
    else at += length;
  }
  if (largest === undefined || !isTurned) return largest;
  return { width: largest.height, height: largest.width };
}

function boxName(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
