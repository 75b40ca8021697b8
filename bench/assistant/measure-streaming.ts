/**
 * Readers who are answered by a model at once, at one edge: `node bench/assistant/measure-streaming.ts [readers=200] [pages=300]`.
 * A server of Chat Completions on this machine writes twelve sentences for each, a token every 20 ms, as models do: the space stands
 * before a word. Shown: from the end of a sentence there to its receipt by the reader (goal: p95 120 ms), the edge's memory beyond what it
 * had (goal: 300 MB), and pages of the same edge before and meanwhile (goal: 10 % slower at most).
 */
import { randomBytes } from 'node:crypto';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { buildSite, createMemorySource } from '../../packages/site-builder/src/index.ts';
import { createSecretBox, parseMasterKey } from '../../packages/server/src/platform/secret-box/index.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { ask } from '../edge/ask.ts';
import { openEdgeBench } from '../edge/open-edge-bench.ts';
import { cpuSeconds, residentMegabytes } from '../host/process-cost.ts';

const sentences = 12;
const wordsOfSentence = 12;
const tokenMs = 20;
const project = 'asked';

/** When each sentence was written to its end, by its last word. */
const endedAt = new Map<string, number>();

const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;

async function writeAnswer(response: ServerResponse, reader: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = (content: string) => response.write(chunk({ delta: { content } }));
  write('See [Page 1](/guides/page-1).');
  for (let sentence = 0; sentence < sentences; sentence += 1) {
    for (let word = 1; word < wordsOfSentence; word += 1) {
      write(' configure');
      await pause(tokenMs);
    }
    const last = `${reader}s${String(sentence)}.`;
    endedAt.set(last, performance.now());
    write(` ${last}`);
    await pause(tokenMs);
  }
  const usage = { prompt_tokens: 5_000, completion_tokens: 300, total_tokens: 5_300 };
  response.write(chunk({ delta: {}, finish_reason: 'stop' }));
  response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

async function startModel() {
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text));
    incoming.on('end', () => void writeAnswer(response, /reader (?<name>r\d+)/.exec(body)?.groups?.['name'] ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    host,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Milliseconds from the end of each sentence to its receipt. */
function readAnswer(port: number, reader: string): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  const messages = [
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: `configure the server, reader ${reader}` }] },
  ];
  const outgoing = request(
    {
      host: '127.0.0.1',
      port,
      path: '/_docwright/assistant/message',
      method: 'POST',
      agent: false,
      headers: { host: `${project}.localhost`, 'content-type': 'application/json' },
    },
    (answer) => {
      const delays: number[] = [];
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        const now = performance.now();
        text += piece;
        // A sentence's last word may come in two deltas.
        const said = [...text.matchAll(/"delta":"(?<delta>[^"]*)"/g)].map(({ groups }) => groups?.['delta']).join('');
        for (
          let last = `${reader}s${String(delays.length)}.`;
          said.includes(last);
          last = `${reader}s${String(delays.length)}.`
        )
          delays.push(now - (endedAt.get(last) ?? Number.NaN));
      });
      answer.on('end', () => resolve(delays));
      answer.on('error', reject);
    },
  );
  outgoing.on('error', reject).end(JSON.stringify({ threadId: reader, messages }));
  return promise;
}

async function makeSite(pages: number): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const names = Array.from({ length: pages }, (_, index) => `guides/page-${String(index)}`);
  const config = { theme: 'mint', name: 'Bench', colors: { primary: '#0a5c46' }, navigation: { pages: names } };
  const text = (name: string) =>
    `---\ntitle: ${name}\n---\n\n## Configure\n\n${`Configure the server of ${name}. `.repeat(40)}\n`;
  const files = new Map<string, Uint8Array | string>();
  await buildSite({
    source: createMemorySource([
      ['docs.json', JSON.stringify(config)],
      ...names.map((name): [string, string] => [`${name}.mdx`, text(name)]),
    ]),
    emit: ({ path, bytes }) => void files.set(path, bytes),
    clock: () => performance.now(),
  });
  return files;
}

await openBench(async (bench) => {
  const [readers = 200, pages = 300] = bench.numbers;
  const model = await startModel();
  bench.defer(model.close);
  const edges = await openEdgeBench(bench);
  const bundle = await edges.addFiles(project, await makeSite(pages));
  await edges.addSites([{ id: project, bundles: [bundle] }]);
  const masterKey = randomBytes(32).toString('base64');
  const context = { kind: 'project-models', organizationId: 'org_bench', objectId: project };
  const box = createSecretBox({ current: parseMasterKey(masterKey, 'masterKey'), previous: [] });
  const models = [
    {
      provider: 'openai-compatible',
      model: 'm',
      baseUrl: `http://${model.host}/v1`,
      prices: { inputUsdPerMillion: 1, outputUsdPerMillion: 4 },
      credentials: [],
    },
  ];
  await edges.pool.query(
    `insert into project_models (project_id, organization_id, models, credentials, key_id) values ($1, 'org_bench', $2, $3, $4)`,
    [project, JSON.stringify(models), box.seal('[{}]', context), box.keyId],
  );
  await edges.pool.query(
    `insert into project_assistant_settings (project_id, organization_id, enabled, model, instructions, retention_days, messages_per_minute, monthly_budget_usd)
     values ($1, 'org_bench', true, 'project', '', 30, 1000, 1000)`,
    [project],
  );
  const edge = await edges.startEdge({ masterKey, privateModelHosts: `http://${model.host}` });
  await readAnswer(edge.port, 'r0');
  const page = async (): Promise<number> =>
    (await ask(edge.port, `${project}.localhost`, `/guides/page-${String(Math.floor(Math.random() * pages))}`)).ms;
  const readPages = async (isOver: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (!isOver()) {
      times.push(await page());
      await pause(10);
    }
    return times;
  };
  const before = await readPages(
    (
      (until) => () =>
        performance.now() > until
    )(performance.now() + 4_000),
  );
  const megabytes = residentMegabytes(edge.pid);
  const cpu = cpuSeconds(edge.pid);
  const state = { isOver: false, most: megabytes };
  const watch = setInterval(() => (state.most = Math.max(state.most, residentMegabytes(edge.pid))), 200);
  const meanwhile = readPages(() => state.isOver);
  // They come within two seconds, not in one packet.
  const answers = await Promise.allSettled(
    Array.from({ length: readers }, async (_, index) => {
      await pause((index / readers) * 2_000);
      return readAnswer(edge.port, `r${String(index + 1)}`);
    }),
  );
  state.isOver = true;
  clearInterval(watch);
  const delays = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const pagesMeanwhile = await meanwhile;
  bench.show({
    readers,
    sentences: delays.length,
    missing: readers * sentences - delays.length,
    sentenceP50Ms: Math.round(quantile(delays, 0.5)),
    sentenceP95Ms: Math.round(quantile(delays, 0.95)),
    edgeCpuSeconds: (cpuSeconds(edge.pid) - cpu).toFixed(1),
    megabytesMore: Math.round(state.most - megabytes),
    pageP50MsBefore: quantile(before, 0.5).toFixed(1),
    pageP50MsMeanwhile: quantile(pagesMeanwhile, 0.5).toFixed(1),
    load: loadavg()[0],
  });
});
