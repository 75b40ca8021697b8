/**
 * Measures the time from an edited page to the finished archive, in a process that has the site in memory.
 *
 *     node bench/site-builder/measure-rebuild.ts [--pages 1000,5000] [--rounds 15] [--json]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { BundleCache, createBundleWriter, featuresByKind, type BundleMeta } from '../../packages/bundle/src/index.ts';
import { BuildCache, buildSite, createMemorySource } from '../../packages/site-builder/src/index.ts';
import { listDocsFiles } from './write-docs-site.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000,5000' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  },
});
const meta: BundleMeta = {
  generator: 'bench',
  deploymentKind: 'cloud',
  version: '1',
  commit: '',
  createdFrom: { repository: '', branch: '', directory: '', domain: '' },
  basePath: '',
  features: featuresByKind({}),
  redirects: [],
};
const results: Record<string, object> = {};
for (const count of values.pages.split(',').map(Number)) results[count] = await measure(count, Number(values.rounds));
if (values.json) console.log(JSON.stringify({ ...results, load: loadavg()[0] }));

/** Returns the median times of an edit. */
async function measure(count: number, rounds: number): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const files = new Map<string, Uint8Array>();
  for (const [path, text] of listDocsFiles(count)) files.set(path, Buffer.from(text));
  const cache = new BuildCache({ keeps: 'documents' });
  const archives = new BundleCache();
  const figures = { wall: [] as number[], cpu: [] as number[] };
  const edited = [...files.keys()].find((path) => path.endsWith('page-00007.mdx')) ?? '';
  for (let round = 0; round < rounds; round++) {
    files.set(
      edited,
      Buffer.concat([files.get(edited) ?? new Uint8Array(), Buffer.from(`\n\nEdit ${round} of the page.\n`)]),
    );
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    const source = createMemorySource(files);
    const writer = createBundleWriter({ output: async () => undefined, cache: archives });
    // Packs the site while it is built, as an export does.
    await buildSite({ source, cache, clock: () => performance.now(), emit: (file) => writer.add(file) });
    await writer.finish(meta);
    const used = process.cpuUsage(cpu);
    // The first build is a cold build.
    if (round === 0) continue;
    figures.wall.push(performance.now() - startedAt);
    figures.cpu.push((used.user + used.system) / 1000);
  }
  const median = (list: readonly number[]): number =>
    Math.round(list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN);
  const show = (list: readonly number[]): string =>
    `${Math.min(...list).toFixed(0)} ms at best, ${median(list)} ms at the median`;
  if (!values.json)
    console.log(
      `${count} pages, load ${loadavg()[0]?.toFixed(1)}, ${rounds - 1} edits: archive finished after ${show(figures.wall)}; processor time ${show(figures.cpu)}`,
    );
  return { wallMs: median(figures.wall), cpuMs: median(figures.cpu) };
}
