/** The coverage of each pixel by a glyph, in `coverageLevels` steps. */
export interface GlyphMask {
  /** The mask's first column and row, in pixels from the glyph's origin; y grows downwards. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Row by row, 0 … `coverageLevels`. */
  readonly coverage: Uint8Array;
}

/** More steps aren't visible on letters of this size, and would make files larger. */
export const coverageLevels = 7;

/** Straight pieces of closed outlines: x, y of the beginning and of the end, each in pixels, y downwards. */
export type OutlineSegments = readonly number[];

/**
 * Fills outlines by the area that each edge leaves to its right (signed-area accumulation, as in "libart" and
 * "font-rs"): exact, in a single pass over edges and pixels. Overlapping contours with the same direction, which are
 * common in variable fonts, count once.
 */
export function fillOutline(segments: OutlineSegments): GlyphMask {
  const bounds = boundsOf(segments);
  const { left, top, width, height } = bounds;
  // One additional column, because an edge at the right border adds its area there.
  const stride = width + 2;
  const areas = new Float32Array(stride * height + 2);
  for (let at = 0; at + 3 < segments.length; at += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [segments[at], segments[at + 1], segments[at + 2], segments[at + 3]];
    addEdge(areas, stride, [x0 - left, y0 - top, x1 - left, y1 - top]);
  }
  const coverage = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let area = 0;
    for (let x = 0; x < width; x++) {
      area += areas[y * stride + x] ?? 0;
      coverage[y * width + x] = Math.round(Math.min(1, Math.abs(area)) * coverageLevels);
    }
  }
  return { ...bounds, coverage };
}

function boundsOf(segments: OutlineSegments): Omit<GlyphMask, 'coverage'> {
  if (segments.length === 0) return { left: 0, top: 0, width: 0, height: 0 };
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < segments.length; at += 2) {
    const [x = 0, y = 0] = [segments[at], segments[at + 1]];
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  const left = Math.floor(minX);
  const top = Math.floor(minY);
  return { left, top, width: Math.ceil(maxX) - left, height: Math.ceil(maxY) - top };
}

/** Adds, for each pixel that the edge crosses, the increase of the covered area. */
function addEdge(areas: Float32Array, stride: number, edge: readonly [number, number, number, number]): void {
  const isDown = edge[1] < edge[3];
  const [x0, y0, x1, y1] = isDown ? edge : [edge[2], edge[3], edge[0], edge[1]];
  if (y0 === y1) return;
  const slope = (x1 - x0) / (y1 - y0);
  let x = x0;
  for (let row = Math.floor(y0); row < y1; row++) {
    const height = Math.min(row + 1, y1) - Math.max(row, y0);
    const next = x + slope * height;
    addRow(areas, row * stride, { from: Math.min(x, next), to: Math.max(x, next), weight: isDown ? height : -height });
    x = next;
  }
}

interface EdgeInRow {
  readonly from: number;
  readonly to: number;
  /** Height of the edge in this row; negative for an edge that goes up. */
  readonly weight: number;
}

function addRow(areas: Float32Array, row: number, { from, to, weight }: EdgeInRow): void {
  const first = Math.floor(from);
  const last = Math.ceil(to);
  const put = (column: number, area: number): void => {
    areas[row + column] = (areas[row + column] ?? 0) + area;
  };
  if (last <= first + 1) {
    const middle = (from + to) / 2 - first;
    put(first, weight * (1 - middle));
    put(first + 1, weight * middle);
    return;
  }
  // The area to the right of the edge up to the end of each column: the triangle that the edge cuts off, and everything
  // after it.
  const run = to - from;
  let upToHere = 0;
  let before = 0;
  for (let column = first; column < last; column++) {
    const end = column + 1;
    const upToEnd = (Math.min(end, to) - from) ** 2 / (2 * run) + Math.max(0, end - to);
    const covered = upToEnd - upToHere;
    put(column, weight * (covered - before));
    before = covered;
    upToHere = upToEnd;
  }
  put(last, weight * (1 - before));
}
