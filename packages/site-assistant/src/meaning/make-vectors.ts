import { createHash } from 'node:crypto';
import { listSections, type ListedSection } from '@docwright/site-search';
import type { SiteSource } from '@docwright/site-server';
import { readSourceFile } from '../knowledge/source-files.ts';
import { requireVectors, type Embedder } from './embedder.ts';
import { DIGEST_BYTES, MAX_FILE_BYTES, quantize, writeVectors, type SectionVectors } from './section-vectors.ts';

/** Maximum number of sections per site; additional sections are found only by their words. */
const MAX_SECTIONS = 50_000;
const BATCH = 64;
const MAX_TEXT = 1_000;

export interface CreatedVectors {
  readonly bytes: Buffer;
  readonly sections: number;
  readonly dimensions: number;
  /** Number of sections that were sent to the model; the others were in `before`. */
  readonly asked: number;
}

export interface VectorRequest {
  readonly embedder: Embedder;
  /** Vectors of an earlier version of the site. */
  readonly before: SectionVectors | undefined;
  readonly signal: AbortSignal;
}

/**
 * Creates vectors for all sections of a site's index. Returns `undefined` if the site has no index. A text keeps the
 * vector that this model created for it earlier.
 * @throws if the model fails
 */
export async function makeVectors(source: SiteSource, request: VectorRequest): Promise<CreatedVectors | undefined> {
  const read = async (name: string): Promise<Buffer> => {
    const bytes = await readSourceFile(source, `_docwright/search/${name}`);
    if (bytes === undefined) throw new Error(`the search index has no file ${name}`);
    return bytes;
  };
  if (source.look('_docwright/search/index.json') === undefined) return undefined;
  const sections = await listSections(read, MAX_SECTIONS);
  if (sections.length === 0) return undefined;
  const made = await embedSections(sections, request);
  // The model with this name now returns different vectors, so all sections are embedded again.
  return made ?? embedSections(sections, { ...request, before: undefined });
}

async function embedSections(
  all: readonly ListedSection[],
  { embedder, before, signal }: VectorRequest,
): Promise<CreatedVectors | undefined> {
  const known = before?.model === embedder.model ? before : undefined;
  const places = placesOf(known);
  const texts = all.map(textOf);
  const digests = texts.map((text) => digestOf(embedder.model, text));
  const isNew = (place: number): boolean => !places.has(keyOf(digests[place]));
  const first = [...new Map(digests.map((digest, place) => [keyOf(digest), place])).values()].filter(isNew);
  const fresh = new Map<string, readonly number[]>();
  let dimensions = known?.dimensions;
  for (let at = 0; at < first.length; at += BATCH) {
    const batch = first.slice(at, at + BATCH);
    const vectors = requireVectors(
      await embedder.embed(
        batch.map((place) => texts[place] ?? ''),
        signal,
      ),
      batch.length,
    );
    dimensions ??= vectors[0]?.length;
    if (vectors[0]?.length !== dimensions) {
      if (known !== undefined) return undefined;
      throw new Error(`the model returned vectors of ${dimensions} numbers, then of ${vectors[0]?.length}`);
    }
    for (const [index, place] of batch.entries()) fresh.set(keyOf(digests[place]), vectors[index] ?? []);
  }
  const numbers = dimensions ?? 0;
  const count = Math.min(all.length, Math.floor(MAX_FILE_BYTES / (numbers + DIGEST_BYTES)));
  const values = new Int8Array(count * numbers);
  for (let place = 0; place < count; place++) {
    const key = keyOf(digests[place]);
    const own = fresh.get(key);
    if (own !== undefined) quantize(own, values, place * numbers);
    else if (known !== undefined) {
      const from = (places.get(key) ?? 0) * numbers;
      values.set(known.values.subarray(from, from + numbers), place * numbers);
    }
  }
  const head = { model: embedder.model, dimensions: numbers, scopes: scopesOf(all.slice(0, count)) };
  const bytes = writeVectors(head, Buffer.concat(digests.slice(0, count)), values);
  return { bytes, sections: count, dimensions: numbers, asked: first.length };
}

function placesOf(known: SectionVectors | undefined): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let place = 0; place < (known?.count ?? 0); place++)
    places.set(keyOf(known?.digests.subarray(place * DIGEST_BYTES, (place + 1) * DIGEST_BYTES)), place);
  return places;
}

function scopesOf(sections: readonly ListedSection[]): [name: string, sections: number][] {
  const counts = new Map<string, number>();
  for (const { scope } of sections) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return [...counts];
}

function textOf({ title, heading, text }: ListedSection): string {
  return `${heading === '' ? title : `${title}: ${heading}`}\n${text}`.slice(0, MAX_TEXT).toWellFormed();
}

const digestOf = (model: string, text: string): Buffer =>
  createHash('sha256').update(`${model}\0${text}`).digest().subarray(0, DIGEST_BYTES);

const keyOf = (digest: Uint8Array | undefined): string => Buffer.from(digest ?? []).toString('latin1');
