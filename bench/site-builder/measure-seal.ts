/**
 * Measures the cost of restricted pages: compares a site with groups, built with its sealed part, with the same site
 * without groups. Each build is a separate process; the times are of the whole process, and are the best of several
 * alternating rounds. Sizes are of compressed files.
 *
 *     node bench/site-builder/measure-seal.ts [--pages 5000] [--groups 20] [--operations 20] [--rounds 2] [--sizes]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSite, createMemorySource, type SealedFile } from '@docwright/site-builder';
import { generatePages } from './generate-site.ts';
import { groupedSite } from './grouped-site.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '5000' },
    groups: { type: 'string', default: '20' },
    operations: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '2' },
    sizes: { type: 'boolean', default: false },
    mode: { type: 'string' },
  },
});

interface Measured {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMegabytes: number;
  readonly megabytes: number;
  readonly issues: Readonly<Record<string, number>>;
}

function compare(): void {
  const rounds = Array.from({ length: Number(values.rounds) }, () => ({ open: run('open'), sealed: run('seal') }));
  const best = (name: 'open' | 'sealed', figure: 'cpuSeconds' | 'wallSeconds' | 'peakMegabytes'): number =>
    Math.min(...rounds.map((round) => round[name][figure]));
  console.log(`${values.pages} pages, ${values.groups} groups, ${values.operations} operations`);
  for (const figure of ['cpuSeconds', 'wallSeconds', 'peakMegabytes'] as const) {
    const [open, sealed] = [best('open', figure), best('sealed', figure)];
    console.log(`${figure}: ${sealed.toFixed(1)}, without groups ${open.toFixed(1)}: × ${(sealed / open).toFixed(2)}`);
  }
  console.log(`issues: ${JSON.stringify(rounds[0]?.sealed.issues)}`);
  if (!values.sizes) return;
  const [open, sealed] = [run('open', true), run('seal', true)].map(({ megabytes }) => megabytes);
  console.log(
    `megabytes: ${sealed?.toFixed(1)}, without groups ${open?.toFixed(1)}: × ${((sealed ?? 0) / (open ?? 1)).toFixed(2)}`,
  );
}

function run(mode: 'open' | 'seal', sizes = false): Measured {
  const { pages, groups, operations } = values;
  const options = ['--pages', pages, '--groups', groups, '--operations', operations, ...(sizes ? ['--sizes'] : [])];
  const args = [...process.execArgv, fileURLToPath(import.meta.url), '--mode', mode, ...options];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(output) as Measured;
}

async function measure(mode: 'open' | 'seal'): Promise<Measured> {
  const names = Array.from({ length: Number(values.groups) }, (_, index) => `group-${index}`);
  const source = createMemorySource(
    groupedSite(generatePages(Number(values.pages)), names, Number(values.operations), mode === 'seal'),
  );
  const size = new PackedSize();
  const startedAt = performance.now();
  const { issueCounts } = await buildSite({
    source,
    settings: { siteUrl: 'https://docs.example.com', restricted: mode === 'seal' ? 'seal' : 'exclude' },
    clock: () => performance.now(),
    emit: ({ bytes }) => size.add(bytes),
    emitSealed: (file) => size.addSealed(file),
  });
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    wallSeconds,
    peakMegabytes: (maxRSS * 1024) / 1e6,
    megabytes: size.total() / 1e6,
    issues: issueCounts,
  };
}

/** Measures sizes as a bundle stores files: equal segments once, and lists of edits as numbers. */
class PackedSize {
  readonly #segments = new Map<string, Buffer>();
  readonly #numbers = new Map<unknown, number>();
  #bytes = 0;

  add(bytes: Uint8Array | string): void {
    if (values.sizes) this.#bytes += gzipSync(bytes, { level: 6 }).byteLength;
  }

  addSealed({ bytes, edits }: SealedFile): void {
    if (!values.sizes) return;
    if (bytes !== undefined) this.add(bytes);
    if (edits.length === 0) return;
    const numbers = edits.flatMap(({ at, remove, choices }, index) => [
      at - (edits[index - 1]?.at ?? 0),
      remove,
      ...choices.flatMap(({ when, insert }) => [this.#number(when), this.#segment(insert)]),
    ]);
    this.add(numbers.join(' '));
  }

  total(): number {
    this.add(Buffer.concat([...this.#segments.values()]));
    return this.#bytes;
  }

  #number(key: unknown): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  #segment(insert: Uint8Array): number {
    const known = this.#numbers.get(insert);
    if (known !== undefined) return known;
    const digest = createHash('sha256').update(insert).digest('hex');
    this.#segments.set(digest, Buffer.from(insert));
    const number = this.#number(digest);
    this.#numbers.set(insert, number);
    return number;
  }
}

if (values.mode === 'open' || values.mode === 'seal') console.log(JSON.stringify(await measure(values.mode)));
else compare();
