import { inflateSync } from 'node:zlib';

export interface ReadPng {
  readonly width: number;
  readonly height: number;
  /** Returns a pixel's red, green and blue values. */
  pixel(x: number, y: number): readonly [number, number, number];
}

/** Reads a PNG with 8 bits per sample and without interlacing, as browsers write it (RFC 2083). */
export function readPng(bytes: Uint8Array): ReadPng {
  const png = Buffer.from(bytes);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height, colorType] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
  const samples = colorType === 6 ? 4 : 3;
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * samples, samples);
  return {
    width,
    height,
    pixel: (x, y) => {
      const at = (y * width + x) * samples;
      return [rows[at] ?? -1, rows[at + 1] ?? -1, rows[at + 2] ?? -1];
    },
  };
}

function unfilter(lines: Buffer, rowBytes: number, samples: number): Uint8Array {
  const rows = new Uint8Array((lines.length / (rowBytes + 1)) * rowBytes);
  for (let from = 0, to = 0; from < lines.length; from += 1) {
    const filter = lines[from];
    for (let column = 0; column < rowBytes; column += 1, to += 1) {
      from += 1;
      const left = column < samples ? 0 : (rows[to - samples] ?? 0);
      const up = rows[to - rowBytes] ?? 0;
      const corner = column < samples ? 0 : (rows[to - rowBytes - samples] ?? 0);
      rows[to] = (lines[from] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return rows;
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
