/** Tests a model that views the pages it changes, with service, worker, builder, Chromium and the model's protocol. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { settingDefinitions } from '../../packages/server/src/main/settings/settings.ts';
import { readPng } from '../../packages/server/src/platform/browser/testing/read-png.ts';
import type { ScriptedTurn } from '../../packages/server/src/platform/models/testing/scripted-models.ts';
import { requireOk, smallSite, startAgentBench, toModel, type AgentBench } from './agent-bench.ts';

const browser = settingDefinitions.browser.default;

const view = (input: Readonly<Record<string, unknown>>) => ({ name: 'view_page', input });
const look: readonly ScriptedTurn[] = [
  [view({ path: 'guides/setup' }), view({ path: 'guides/setup', screen: 'phone', theme: 'dark' })],
  [{ name: 'read', input: { path: 'guides/setup' } }],
  [
    {
      name: 'edit',
      input: { path: 'guides/setup', edits: [{ old: 'The colour of the sea.', new: '<Warning>Deep.</Warning>' }] },
    },
  ],
  [view({ path: 'guides/setup' }), view({ path: 'guides/none' })],
  [{ name: 'finish', input: { outcome: 'changes', title: 'Warn', summary: 'One box.' } }],
];

describe('a model', { skip: !existsSync(browser) && `${browser} is not installed` }, () => {
  let bench: AgentBench;
  before(async () => {
    bench = await startAgentBench();
  });
  after(() => bench?.[Symbol.asyncDispose]());

  async function run(name: string, model: string): Promise<string[]> {
    const project = await bench.createProject(name, smallSite);
    const { baseUrl } = bench.models.add(name, 'openai-compatible', look);
    const models = [{ ...toModel('openai-compatible', baseUrl, { key: 'key-for-tests-1' }), model }];
    requireOk(await bench.service.request('PUT', `/v1/projects/${project}/models`, { body: { models } }));
    const job = await bench.run(project, 'Warn.');
    assert.equal(job.result, 'changes', JSON.stringify(job));
    return bench.models.requestsOf(name).map(({ body }) => JSON.stringify(body));
  }

  test('is shown a page on a desktop and on a phone in dark mode, and again with its changes, if it can see', async () => {
    const requests = await run('seeing', 'gpt-5');
    const last = requests.at(-1) ?? '';
    const shown = [...last.matchAll(/data:image\/png;base64,([\w+/=]+)/g)].map(([, data = '']) =>
      readPng(Buffer.from(data, 'base64')),
    );
    assert.deepEqual(
      shown.map(({ width }) => width),
      [1280, 390, 1280],
    );
    const [first, phone, changed] = shown;
    assert.ok(first && phone && changed);
    assert.deepEqual(first.pixel(2, first.height - 2), [255, 255, 255]);
    assert.ok(
      phone.pixel(2, phone.height - 2).every((part) => part < 40),
      'the page on the phone is dark',
    );
    const rows = Array.from({ length: Math.min(first.height, changed.height) }, (_, y) => y);
    const differing = rows.filter((y) => String(first.pixel(500, y)) !== String(changed.pixel(500, y)));
    assert.ok(differing.length > 20, 'the box that was added is not visible');
    assert.match(last, /pixels.{1,5}0 to \d+ of \d+/);
    assert.match(last, /guides\/none.{1,5} doesn't exist/);
  });

  test('is offered no screenshot tool if it can’t see', async () => {
    const requests = await run('blind', 'acme-1');
    assert.ok(requests.length > 0 && requests.every((body) => !body.includes('"view_page","description"')));
    assert.ok(requests.every((body) => !body.includes('data:image')));
  });
});
