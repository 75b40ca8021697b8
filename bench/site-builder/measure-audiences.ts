/**
 * Compares ways to serve several audiences from one site: the size and build time of a bundle for each audience, and
 * the size of one bundle with the edits that turn its public files into those of the other audiences.
 *
 *     node bench/site-builder/measure-audiences.ts [--pages 1000] [--groups 8] [--audiences 1,8,64]
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import {
  BuildCache,
  buildSite,
  createMemorySource,
  type AudienceSettings,
  type BuildSettings,
  type SealedFile,
} from '@docwright/site-builder';
import { findEdits, splitText } from './audience-edits.ts';
import { generatePages } from './generate-site.ts';
import { groupedSite } from './grouped-site.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    groups: { type: 'string', default: '8' },
    audiences: { type: 'string', default: '1,8,64' },
  },
});
const groups = Array.from({ length: Number(values.groups) }, (_, index) => `group-${index}`);
const source = createMemorySource(groupedSite(generatePages(Number(values.pages)), groups));
const sizes = new Map<string, number>();

/** Returns the size of a file in an archive, in which each file is compressed separately. */
function packed(bytes: Uint8Array): number {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const known = sizes.get(digest) ?? gzipSync(bytes, { level: 6 }).byteLength;
  sizes.set(digest, known);
  return known;
}

interface Built {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly sealed: readonly SealedFile[];
  readonly cpuMs: number;
}

async function build(audience: AudienceSettings, cache?: BuildCache): Promise<Built> {
  return buildWith({ audience }, cache);
}

async function buildWith(restricted: BuildSettings['restricted'], cache?: BuildCache): Promise<Built> {
  const files = new Map<string, Buffer>();
  const sealed: SealedFile[] = [];
  const before = process.cpuUsage();
  await buildSite({
    source,
    settings: { siteUrl: 'https://docs.example.com', restricted },
    ...(cache === undefined ? {} : { cache }),
    clock: () => performance.now(),
    emit: ({ path, bytes }) => void files.set(path, Buffer.from(bytes)),
    emitSealed: (file) => void sealed.push(file),
  });
  const { user, system } = process.cpuUsage(before);
  return { files, sealed, cpuMs: (user + system) / 1000 };
}

const anonymous: AudienceSettings = { signedIn: false, groups: [] };
/** Returns one of the audiences: the public, readers of one group each, and then readers of more and more groups. */
function audienceAt(index: number): AudienceSettings {
  if (index === 0) return anonymous;
  if (index <= groups.length) return { signedIn: true, groups: groups.slice(index - 1, index) };
  const mask = Math.imul(index, 2654435761) >>> 0;
  return { signedIn: true, groups: groups.filter((_, bit) => (mask >>> (bit + 8)) % 2 === 1) };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
const sizeOf = ({ files }: Built): number => sum([...files.values()].map(packed));

// The first build of a process also loads and compiles the builder.
await build(anonymous);
const open = await build(anonymous);
const everything = await build({ signedIn: true, groups });
console.log(
  `${values.pages} pages, ${groups.length} groups: public ${open.files.size} files, ${megabytes(sizeOf(open))}; all ${everything.files.size} files, ${megabytes(sizeOf(everything))}, built in ${everything.cpuMs.toFixed(0)} ms of CPU`,
);

for (const count of values.audiences.split(',').filter(Boolean).map(Number)) {
  const digests = new Set<string>();
  let total = 0;
  let shared = 0;
  let cpuMs = 0;
  const cache = new BuildCache();
  for (let index = 0; index < count; index++) {
    const built = await build(audienceAt(index), cache);
    cpuMs += built.cpuMs;
    for (const bytes of built.files.values()) {
      const size = packed(bytes);
      total += size;
      const digest = createHash('sha256').update(bytes).digest('hex');
      if (digests.has(digest)) continue;
      digests.add(digest);
      shared += size;
    }
  }
  console.log(
    `(a) ${count} bundles: ${megabytes(total)}, ${megabytes(shared)} with equal files stored once, ${(cpuMs / 1000).toFixed(1)} s of CPU with one cache`,
  );
}

/**
 * Counts the edits between the public files and those of other audiences. A file that isn't public is stored as the
 * first audience that can read it sees it. Segments with equal content are counted once. The size of the search indexes
 * is estimated from the files that differ for the last audience, which sees everything.
 */
async function measureEdits(audiences: readonly AudienceSettings[]): Promise<void> {
  const segments = new Map<string, Buffer>();
  const edits = new Map<string, Set<string>>();
  const sealed = new Map<string, Buffer>();
  let search = 0;
  for (const [index, audience] of audiences.entries()) {
    const { files } = await build(audience);
    for (const [path, bytes] of files) {
      const base = open.files.get(path) ?? sealed.get(path);
      if (base?.equals(bytes)) continue;
      if (path.startsWith('_docwright/search/')) {
        if (index === audiences.length - 1) search += packed(bytes);
      } else if (base === undefined) sealed.set(path, bytes);
      else {
        const known = edits.get(path) ?? new Set();
        edits.set(path, known);
        for (const { at, remove, insert } of findEdits(splitText(base), splitText(bytes))) {
          const content = Buffer.from(insert, 'latin1');
          const segment = createHash('sha256').update(content).digest('hex').slice(0, 12);
          segments.set(segment, content);
          known.add(`${at} ${remove} ${segment}`);
        }
      }
    }
  }
  const parts = {
    public: sizeOf(open),
    sealed: sum([...sealed.values()].map(packed)),
    edits: sum([...edits.values()].map((list) => packed(Buffer.from([...list].join('\n'))))),
    segments: packed(Buffer.concat([...segments.values()])),
    search,
  };
  const count = sum([...edits.values()].map(({ size }) => size));
  console.log(
    `(b) for ${audiences.length} audiences: public ${megabytes(parts.public)} + ${sealed.size} sealed files ${megabytes(parts.sealed)} + ${count} edits of ${edits.size} files ${megabytes(parts.edits)} + ${segments.size} segments ${megabytes(parts.segments)} + search ${megabytes(parts.search)} = ${megabytes(sum(Object.values(parts)))}`,
  );
}

/**
 * Measures the sealed output of the builder: files as they are stored, edits of each file as a list of numbers, and
 * each segment once.
 */
async function measureSealed(): Promise<void> {
  const whole = await buildWith('include');
  const built = await buildWith('seal');
  const segments = new Map<string, number>();
  const conditions = new Map<string, number>();
  const numberIn = (known: Map<string, number>, key: string): number => {
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  };
  const own = built.sealed.map(({ bytes }) => (bytes === undefined ? 0 : packed(bytes)));
  const lists = built.sealed.map(({ edits }) => {
    if (edits.length === 0) return 0;
    let at = 0;
    const numbers = edits.flatMap((edit) => {
      const choices = edit.choices.flatMap(({ when, insert }) => [
        numberIn(conditions, JSON.stringify(when)),
        numberIn(segments, Buffer.from(insert).toString('latin1')),
      ]);
      const delta = edit.at - at;
      at = edit.at;
      return [delta, edit.remove, edit.choices.length, ...choices];
    });
    return gzipSync(Buffer.from(numbers.join(' ')), { level: 6 }).byteLength;
  });
  const parts = {
    public: sizeOf(built),
    sealed: sum(own),
    edits: sum(lists),
    segments: gzipSync(Buffer.from([...segments.keys()].join(''), 'latin1'), { level: 6 }).byteLength,
  };
  const total = sum(Object.values(parts));
  const count = sum(built.sealed.map(({ edits }) => edits.length));
  console.log(
    `(c) sealed: public ${megabytes(parts.public)} + ${built.sealed.length} sealed files ${megabytes(parts.sealed)} + ${count} edits ${megabytes(parts.edits)} + ${segments.size} segments ${megabytes(parts.segments)} = ${megabytes(total)}, ${(total / sizeOf(whole)).toFixed(2)} of the unrestricted site; ${built.cpuMs.toFixed(0)} ms of CPU, ${(built.cpuMs / whole.cpuMs).toFixed(2)} of its build`,
  );
}

await measureSealed();
if (values.audiences === '') process.exit(0);

const single = groups.map((_, index) => audienceAt(index + 1));
await measureEdits([{ signedIn: true, groups }]);
await measureEdits([...single, { signedIn: true, groups }]);
