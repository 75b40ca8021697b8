/**
 * Five editors change one file at random while connections break and each API process is killed in turn. In the end,
 * all have the same text, and no acknowledged change is lost. The sample has a few hundred changes; `npm run test:full
 * -- convergence` makes 5 × 2,000.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { TestEditor } from '../../packages/server/src/modules/publishing/shared-texts/testing/test-editor.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { isFullRun, isSelection } from '../../scripts/sample-rows.ts';
import { setUpOwner } from '../accounts/browser.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { startProcess, type Process } from '../faults/processes.ts';

const editorCount = 5;
const isLong = isFullRun && isSelection;
const changesOfEach = isLong ? 2_000 : 60;
/** The number of kills: each API process is killed once. */
const kills = 2;
const path = 'converging.mdx';

interface Api {
  readonly process: Process;
  readonly url: string;
}

let service: TestService;
let cookie: string;
const apis: Api[] = [];
const editors: TestEditor[] = [];
/** Every change inserts a character that no other change inserts or deletes. */
let inserted = 0;
let killed = 0;
const nextCharacter = (): string => String.fromCodePoint(0x4e_00 + inserted++);
const random = (below: number): number => Math.floor(Math.random() * below);

async function start(): Promise<Api> {
  const { settings, dataDir, baseUrl } = service;
  const port = await findFreePort();
  const started = startProcess(
    ['serve'],
    {
      DATABASE_URL: settings.databaseUrl ?? '',
      DOCWRIGHT_DATA_DIR: dataDir,
      DOCWRIGHT_BASE_URL: baseUrl,
      DOCWRIGHT_PORT: String(port),
      DOCWRIGHT_SANDBOX: 'none',
    },
    join(dataDir, `api-${apis.length}.log`),
  );
  await started.ready;
  return { process: started, url: `ws://127.0.0.1:${port}` };
}

before(async () => {
  service = await startTestService();
  const owner = await setUpOwner(service);
  cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const text = `---\ntitle: "Converging"\n---\n\n${'xxxxxxxxxx\n\n'.repeat(40)}`;
  await request('PUT', { content: text, version: null });
  apis.push(await start(), await start());
});
after(async () => {
  for (const editor of editors) await editor.close();
  for (const { process: one } of apis) one.killGroup();
  await Promise.all(apis.map(({ process: one }) => one.ended));
  await service?.stop();
});

const filePath = (): string => `/v1/projects/${service.projectId}/drafts/main/files/${path}`;
const request = (method: string, body?: unknown) =>
  service.request(method, filePath(), body === undefined ? {} : { body });

function createEditor(): TestEditor {
  const editor = new TestEditor({
    url: () =>
      `${apis[random(apis.length)]?.url ?? ''}/v1/projects/${service.projectId}/drafts/main/shared-text?path=${path}`,
    headers: { origin: new URL(service.baseUrl).origin, cookie },
    reconnects: true,
  });
  editors.push(editor);
  return editor;
}

async function edit(editor: TestEditor): Promise<void> {
  // Editors type while each process is killed.
  for (let change = 0; change < changesOfEach || killed < kills; change += 1) {
    while (isPaused) await delay(10);
    const { text } = editor;
    const at = random(text.length + 1);
    // Deletes only text that the test doesn't check.
    editor.type(at, text[at] === 'x' ? 1 : 0, nextCharacter() + 'x'.repeat(random(3)) + (random(20) === 0 ? '\n' : ''));
    await delay(change < changesOfEach ? random(isLong ? 10 : 25) : 100);
    if (random(100) < 2) editor.drop();
  }
}

/** Kills each process in turn, and starts it again. */
async function killAll(): Promise<void> {
  for (; killed < kills; killed += 1) {
    await delay(isLong ? 2_000 : 300);
    const at = killed % apis.length;
    const doomed = apis[at];
    doomed?.process.kill('SIGKILL');
    await doomed?.process.ended;
    apis[at] = await start();
  }
}

/** Whether editors pause while a request is sent, because its version would otherwise be outdated. */
let isPaused = false;

/** Adds lines at the end, as another program would. The lines arrive while the editors are typing again. */
async function addLines(isDone: () => boolean): Promise<readonly string[]> {
  const added: string[] = [];
  for (;;) {
    isPaused = true;
    await delay(100);
    const { json: file } = await request('GET');
    // Contains none of the checked characters, because the request may be refused.
    const line = `line ${added.length}`;
    const { status } = await request('PUT', { content: `${file.content}\n${line}\n`, version: file.version });
    isPaused = false;
    if (status === 200) added.push(line);
    if (isDone()) return added;
    await delay(isLong ? 1_000 : 200);
  }
}

test('all editors and the draft have the same text, without lost insertions', async () => {
  for (let count = 0; count < editorCount; count += 1) await createEditor().connect();
  let isDone = false;
  const others = Promise.all([killAll(), addLines(() => isDone)]);
  await Promise.all(editors.map(edit));
  isDone = true;
  const [, lines] = await others;
  assert.ok(lines.length > 0, 'no line was added');
  await Promise.all(editors.map((editor) => editor.saved()));
  const stored = await until(
    async () => (await request('GET')).json.content as string,
    (text) => editors.every((editor) => editor.isSaved && editor.text === text),
  );
  for (const [index, editor] of editors.entries()) assert.equal(editor.text, stored, `editor ${index}`);
  const missing: string[] = [];
  for (let code = 0; code < inserted; code += 1) {
    const character = String.fromCodePoint(0x4e_00 + code);
    if (!stored.includes(character)) missing.push(character);
  }
  console.log(`${editorCount} × ${changesOfEach} changes, ${killed} kills, ${lines.length} lines of requests`);
  assert.deepEqual(missing, []);
});
