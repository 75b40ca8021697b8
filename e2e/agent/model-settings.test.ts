import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLogger, loadSettings, resealSecrets, serve } from '@docwright/server';
import { goodScript, requireOk, smallSite, startAgentBench, toModel, type AgentBench } from './agent-bench.ts';

const canary = 'sk-canary-4f9a8b7c6d5e4f3a2b1c';
const oldKey = randomBytes(32).toString('base64');

describe('models and keys of a project', () => {
  let bench: AgentBench;
  let project: string;
  const models = (): string => `/v1/projects/${project}/models`;
  const put = (body: unknown) => bench.service.request('PUT', models(), { body });
  const rows = async (text: string): Promise<Record<string, string>[]> =>
    (await bench.service.api.platform.database.pool.query(text)).rows;
  before(async () => {
    bench = await startAgentBench({ masterKey: oldKey });
    project = await bench.createProject('keys', smallSite);
  });
  after(() => bench[Symbol.asyncDispose]());

  test('a key is stored and used, and doesn’t appear in responses, rows or errors', async () => {
    const { baseUrl } = bench.models.add('echo', 'openai', [
      { status: 401, body: { error: { message: `Incorrect API key provided: ${canary}` } } },
    ]);
    const answers = [await put({ models: [toModel('openai', baseUrl, { key: canary })] })];
    assert.deepEqual(answers[0]?.json.models[0].credentials, ['apiKey']);
    const failed = await bench.run(project, 'Write color.');
    assert.deepEqual([failed.status, failed.error.code], ['failed', 'model_key_rejected']);
    assert.equal(bench.models.requestsOf('echo')[0]?.headers['authorization'], `Bearer ${canary}`);
    for (const path of [models(), `/v1/projects/${project}`, `/v2/agent/${project}/job/${failed.id}/events`])
      answers.push(await bench.service.request('GET', path));
    answers.push(await bench.service.request('POST', `${models()}/test`));
    answers.push(await put({ models: [{ provider: 'openai', model: 'm 1', apiKey: canary }] }));
    assert.equal(answers.at(-1)?.status, 400);
    assert.doesNotMatch(JSON.stringify([failed, answers.map(({ text }) => text)]), /canary/);
    const tables = await rows("select tablename as name from pg_tables where schemaname in ('public', 'pgboss')");
    for (const { name } of tables) {
      const found = await rows(`select t::text as text from "${name ?? ''}" t where t::text like '%canary%'`).catch(
        () => [],
      );
      assert.deepEqual(found, [], name);
    }
  });

  test('the model test reports its result in one line', async () => {
    const works = bench.models.add('works', 'anthropic', ({ count }) =>
      count === 1 ? [{ name: 'repeat', input: { word: 'harbor' } }] : 'harbor',
    );
    requireOk(await put({ models: [toModel('anthropic', works.baseUrl, { key: canary })] }));
    const { json } = await bench.service.request('POST', `${models()}/test`, { body: {} });
    assert.equal(json.works, true);
    assert.match(json.models[0].line, /^anthropic\/m-1 works with tools \(\d+ ms\)$/);
    const unknown = await bench.service.request('POST', `${models()}/test`, { body: { model: 'openai/other' } });
    assert.deepEqual([unknown.status, unknown.json.code], [400, 'model_settings_invalid']);
  });

  test('the project’s own `model` can’t contradict its models', async () => {
    const { baseUrl } = bench.models.add('here', 'openai', goodScript);
    requireOk(await put({ models: [{ ...toModel('openai', baseUrl, { key: canary }), model: 'm-2' }] }));
    const path = `/v1/projects/${project}`;
    const refused = await bench.service.request('PATCH', path, { body: { model: 'builtin/rules-1' } });
    assert.deepEqual([refused.status, refused.json.code], [409, 'project_has_models']);
    const { json } = await bench.service.request('PATCH', path, { body: { model: 'openai/m-2', name: 'renamed' } });
    assert.deepEqual([json.model, json.name], ['openai/m-2', 'renamed']);
  });

  test('credentials that were moved to another project can’t be decrypted', async () => {
    const other = await bench.createProject('thief', smallSite);
    const { baseUrl } = bench.models.add('thief', 'openai', goodScript);
    const body = { models: [toModel('openai', baseUrl, { key: 'key-of-the-thief' })] };
    requireOk(await bench.service.request('PUT', `/v1/projects/${other}/models`, { body }));
    await bench.service.api.platform.database.pool.query(
      `update project_models set credentials = (select credentials from project_models where project_id = $1) where project_id = $2`,
      [project, other],
    );
    const shown = (await bench.service.request('GET', `/v1/projects/${other}/models`)).json;
    assert.equal(shown.credentialsReadable, false);
    const job = await bench.run(other, 'Write color.');
    assert.deepEqual([job.status, job.error.code], ['failed', 'credentials_unreadable']);
    assert.equal(bench.models.requestsOf('thief').length, 0);
  });

  test('a new master key can be used together with the old key; after resealing, the old key isn’t needed', async () => {
    const { dataDir } = bench.service;
    const databaseUrl = bench.service.api.platform.databaseUrl;
    const log = createLogger({ level: 'silent' });
    const masterKey = randomBytes(32).toString('base64');
    const settingsWith = (flags: Record<string, string>) =>
      loadSettings({ flags: { dataDir, databaseUrl, port: '0', ...flags }, environment: {} });
    const readable = async (flags: Record<string, string>): Promise<boolean> => {
      const api = await serve(settingsWith(flags), log);
      try {
        const headers = { authorization: `Bearer ${bench.service.apiKey}` };
        const answer = await fetch(`${api.baseUrl}${models()}`, { headers });
        return ((await answer.json()) as { credentialsReadable: boolean }).credentialsReadable;
      } finally {
        await api.stop();
      }
    };
    assert.equal(await readable({ masterKey }), false, 'with the new key alone');
    assert.equal(await readable({ masterKey, masterKeyOld: oldKey }), true, 'with both keys');
    const done = await resealSecrets(settingsWith({ masterKey, masterKeyOld: oldKey }), log);
    assert.deepEqual([done.resealed, done.unreadable.length], [1, 1], 'the moved row is named');
    assert.equal(await readable({ masterKey }), true, 'with the new key alone, after resealing');
    await assert.rejects(serve(settingsWith({ masterKey: 'c2hvcnQ=' }), log), /DOCWRIGHT_MASTER_KEY has 8 characters/);
  });
});

test('without a setting, the master key is a file that only its owner can read', async () => {
  const bench = await startAgentBench();
  try {
    const path = join(bench.service.dataDir, 'master-key.txt');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal(Buffer.from(await readFile(path, 'utf8'), 'base64').length, 32);
    assert.ok((await readdir(bench.service.dataDir)).includes('master-key.txt'));
  } finally {
    await bench[Symbol.asyncDispose]();
  }
});
