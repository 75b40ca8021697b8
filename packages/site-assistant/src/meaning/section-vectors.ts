/**
 * The vectors of a site's sections, one file next to its bundle:
 *
 * ```
 * "DWV1", length of the head (4 bytes, little endian), the head as JSON,
 * 16 bytes for each section: the beginning of SHA-256 over model and text,
 * `dimensions` numbers of one byte for each section, the largest of each vector ±127
 * ```
 *
 * Sections are in the order of the index: the sections of its first scope, then those of the next scope.
 */
import type { NearSection } from '@docwright/site-search';
import { MAX_DIMENSIONS } from './embedder.ts';

const magic = 'DWV1';
export const DIGEST_BYTES = 16;
/** Maximum size of the file that an edge stores for a site. */
export const MAX_FILE_BYTES = 48 * 1024 * 1024;

export interface VectorHead {
  /** `provider/model` */
  readonly model: string;
  readonly dimensions: number;
  /** Scopes of the index and the number of their sections with vectors. */
  readonly scopes: readonly (readonly [name: string, sections: number])[];
}

export interface SectionVectors extends VectorHead {
  readonly count: number;
  /** `DIGEST_BYTES` for each section. */
  readonly digests: Uint8Array;
  /** `dimensions` for each section. */
  readonly values: Int8Array;
  /** The length of each section's stored vector. */
  readonly lengths: Float32Array;
}

/** Reads a vector file. @throws if the bytes aren't such a file, or are truncated */
export function readVectors(bytes: Uint8Array): SectionVectors {
  const damaged = (): Error => new Error('the vector file is damaged');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 8 || buffer.toString('latin1', 0, 4) !== magic) throw damaged();
  const from = 8 + buffer.readUInt32LE(4);
  if (from > buffer.length) throw damaged();
  const { model, dimensions, scopes } = JSON.parse(buffer.toString('utf8', 8, from)) as VectorHead;
  const count = scopes.reduce((sum, [, sections]) => sum + sections, 0);
  const isHead =
    typeof model === 'string' && Number.isInteger(dimensions) && dimensions > 0 && dimensions <= MAX_DIMENSIONS;
  if (!isHead || buffer.length !== from + count * (DIGEST_BYTES + dimensions)) throw damaged();
  const digests = buffer.subarray(from, from + count * DIGEST_BYTES);
  const body = buffer.subarray(from + count * DIGEST_BYTES);
  const values = new Int8Array(body.buffer, body.byteOffset, body.length);
  const lengths = new Float32Array(count);
  for (let section = 0; section < count; section++) {
    let squares = 0;
    for (let place = section * dimensions; place < (section + 1) * dimensions; place++)
      squares += (values[place] ?? 0) ** 2;
    lengths[section] = Math.sqrt(squares) || 1;
  }
  return { model, dimensions, scopes, count, digests, values, lengths };
}

export function writeVectors(head: VectorHead, digests: Uint8Array, values: Int8Array): Buffer {
  const json = Buffer.from(JSON.stringify({ model: head.model, dimensions: head.dimensions, scopes: head.scopes }));
  const start = Buffer.alloc(8);
  start.write(magic, 'latin1');
  start.writeUInt32LE(json.length, 4);
  return Buffer.concat([start, json, digests, new Uint8Array(values.buffer, values.byteOffset, values.length)]);
}

/** Reduces each number to one byte, which preserves the proportions well enough to compare angles. */
export function quantize(vector: readonly number[], into: Int8Array, at = 0): void {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  for (const [place, value] of vector.entries()) into[at + place] = Math.round((value / largest) * 127);
}

/**
 * The sections whose vectors are most similar to `vector`, best first, without those closer to the average than to the
 * best. Brute force: a millisecond per million numbers.
 */
export function findNearest(vectors: SectionVectors, vector: readonly number[], limit: number): NearSection[] {
  const { dimensions, values, lengths, count } = vectors;
  const query = new Int8Array(dimensions);
  quantize(vector, query);
  const scores = new Float32Array(count);
  for (let section = 0; section < count; section++) {
    let sum = 0;
    const from = section * dimensions;
    for (let place = 0; place < dimensions; place++) sum += (query[place] ?? 0) * (values[from + place] ?? 0);
    scores[section] = sum / (lengths[section] ?? 1);
  }
  const average = scores.reduce((sum, score) => sum + score, 0) / (count || 1);
  const least = (average + scores.reduce((most, score) => Math.max(most, score), average)) / 2;
  return [...scores.keys()]
    .filter((place) => (scores[place] ?? 0) >= least)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, limit)
    .map((place) => toSection(vectors.scopes, place));
}

function toSection(scopes: VectorHead['scopes'], place: number): NearSection {
  let section = place;
  for (const [scope, sections] of scopes) {
    if (section < sections) return { scope, section };
    section -= sections;
  }
  throw new RangeError(`the section ${place} does not exist`);
}
