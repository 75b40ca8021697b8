/**
 * Measures processor time and memory of an API process with 200 editors on one page, and with 2,000 editors on 200
 * pages, ten on each. A tenth of them type a word every two seconds and move the cursor; the others read. The load is
 * higher than in practice: real authors pause, and most readers of a draft have no open connection. The clients run in
 * this process, and PostgreSQL in another; neither is counted.
 *
 * node bench/editor/many-editors.ts [--editors 200,2000] [--seconds 30] [--json]
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { invite, setUpOwner, type Browser } from '../../e2e/accounts/browser.ts';
import { startTestService } from '../../e2e/api/test-service.ts';
import { startProcess } from '../../e2e/faults/processes.ts';
import { TestEditor } from '../../packages/server/src/modules/publishing/shared-texts/testing/test-editor.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { cpuSeconds, residentMegabytes } from '../host/process-cost.ts';

const { values } = parseArgs({
  options: {
    editors: { type: 'string', default: '200,2000' },
    seconds: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});
const counts = values.editors.split(',').map(Number);
const seconds = Number(values.seconds);
/** The number of connections per person, which is the service's limit. */
const connectionsOfPerson = 50;
const typistShare = 0.1;
const typesEachMs = 2_000;
/** Up to this number, all editors have the same page open; beyond it, each page has ten editors. */
const maxOnOnePage = 200;
const editorsOfPage = 10;
const connectAtOnce = 20;

const service = await startTestService();
const port = await findFreePort();
const api = startProcess(
  ['serve'],
  {
    DATABASE_URL: service.settings.databaseUrl ?? '',
    DOCWRIGHT_DATA_DIR: service.dataDir,
    DOCWRIGHT_BASE_URL: service.baseUrl,
    DOCWRIGHT_PORT: String(port),
    DOCWRIGHT_SANDBOX: 'none',
  },
  join(service.dataDir, 'measured-api.log'),
);
try {
  await api.ready;
  const cookies = await createPeople(Math.ceil(Math.max(...counts) / connectionsOfPerson));
  const figures: Record<string, Figures> = { 'no editors': await measure([]) };
  for (const count of counts) figures[`${count} editors`] = await withEditors(count, cookies, measure);
  print(figures);
} finally {
  api.killGroup();
  await api.ended;
  await service.stop();
}

interface Figures {
  /** Seconds of processor time per second. */
  readonly cores: number;
  readonly megabytes: number;
  /** The time from an update to its acknowledgment, in milliseconds. */
  readonly storedMs: { readonly p50: number; readonly p95: number };
}

async function createPeople(count: number): Promise<readonly string[]> {
  const owner = await setUpOwner(service);
  const people: Browser[] = [owner];
  while (people.length < count)
    people.push(await invite(service, owner, { email: `editor-${people.length}@example.com`, role: 'editor' }));
  return people.map(({ cookies }) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
}

async function withEditors(
  count: number,
  cookies: readonly string[],
  work: (editors: readonly TestEditor[]) => Promise<Figures>,
): Promise<Figures> {
  const pages = count <= maxOnOnePage ? 1 : Math.ceil(count / editorsOfPage);
  const draft = `/v1/projects/${service.projectId}/drafts/main`;
  const text = `---\ntitle: "Measured"\n---\n\n${'A line of a page with a usual length.\n\n'.repeat(100)}`;
  const pathOf = (page: number): string => `measured/${count}-${page}.mdx`;
  for (let page = 0; page < pages; page += 1) {
    const file = `${draft}/files/${encodeURIComponent(pathOf(page))}`;
    const { status, text: answer } = await service.request('PUT', file, { body: { content: text, version: null } });
    if (status !== 200) throw new Error(answer);
  }
  const editors = Array.from(
    { length: count },
    (_, at) =>
      new TestEditor({
        url: () => `ws://127.0.0.1:${port}${draft}/shared-text?path=${encodeURIComponent(pathOf(at % pages))}`,
        headers: { origin: new URL(service.baseUrl).origin, cookie: cookies[at % cookies.length] ?? '' },
      }),
  );
  try {
    for (let from = 0; from < count; from += connectAtOnce)
      await Promise.all(editors.slice(from, from + connectAtOnce).map((editor) => editor.connect()));
    return await work(editors);
  } finally {
    await Promise.all(editors.map((editor) => editor.close()));
  }
}

async function measure(editors: readonly TestEditor[]): Promise<Figures> {
  const stored: number[] = [];
  const typists = editors.slice(0, Math.ceil(editors.length * typistShare));
  const end = performance.now() + seconds * 1000;
  const type = async (editor: TestEditor): Promise<void> => {
    await delay(Math.random() * typesEachMs);
    while (performance.now() < end) {
      const started = performance.now();
      const at = Math.floor(Math.random() * editor.text.length);
      editor.type(at, 0, 'written ');
      editor.select(at);
      await Promise.race([editor.saved(), editor.refused()]);
      if (editor.closed !== undefined) throw new Error(`${editor.closed.code} ${editor.closed.reason}`);
      stored.push(performance.now() - started);
      await delay(Math.max(0, typesEachMs - (performance.now() - started)));
    }
  };
  const [cpu, started] = [cpuSeconds(api.pid), performance.now()];
  await Promise.all([...typists.map(type), delay(seconds * 1000)]);
  const elapsed = (performance.now() - started) / 1000;
  stored.sort((one, other) => one - other);
  const percentile = (share: number): number => Math.round(stored[Math.floor(stored.length * share)] ?? 0);
  return {
    cores: round((cpuSeconds(api.pid) - cpu) / elapsed),
    megabytes: Math.round(residentMegabytes(api.pid)),
    storedMs: { p50: percentile(0.5), p95: percentile(0.95) },
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function print(figures: Readonly<Record<string, Figures>>): void {
  if (values.json) return console.log(JSON.stringify(figures));
  for (const [name, { cores, megabytes, storedMs }] of Object.entries(figures))
    console.log(`${name}: ${cores} cores, ${megabytes} MB, stored in ${storedMs.p50} ms (p95 ${storedMs.p95} ms)`);
}
