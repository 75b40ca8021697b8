import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProvider } from '../platform/models/testing/scripted-provider.ts';
import { wireFormats } from '../platform/models/testing/wire-formats.ts';
import { listInstallationModelHosts } from './list-installation-model-hosts.ts';
import { loadSettings } from './settings/load-settings.ts';
import { testInstallationModels } from './test-installation-models.ts';

const never = new AbortController().signal;
const load = (environment: Record<string, string>) => loadSettings({ flags: {}, environment });
const listHosts = (environment: Record<string, string>) => listInstallationModelHosts(load(environment));

test('the loopback addresses of the installation’s model and of its fallbacks are allowed exactly as written', () => {
  assert.deepEqual(listHosts({ DOCWRIGHT_MODEL: 'ollama/qwen3:8b' }), ['http://127.0.0.1:11434']);
  assert.deepEqual(
    listHosts({ DOCWRIGHT_MODEL: 'vllm/Qwen/Qwen3-8B', DOCWRIGHT_MODEL_BASE_URL: 'http://localhost:9000/v1' }),
    ['http://localhost:9000'],
  );
  const fallbacks = JSON.stringify([
    { provider: 'lmstudio', model: 'm' },
    { provider: 'openai-compatible', model: 'm', baseUrl: 'http://[::1]:7000/v1' },
  ]);
  assert.deepEqual(
    listHosts({ DOCWRIGHT_MODEL: 'openai/gpt', DOCWRIGHT_MODEL_API_KEY: 'k', DOCWRIGHT_MODEL_FALLBACKS: fallbacks }),
    ['http://127.0.0.1:1234', 'http://[::1]:7000'],
  );
});

test('other private addresses must be listed in DOCWRIGHT_PRIVATE_MODEL_HOSTS, and by default none are allowed', () => {
  for (const address of ['http://192.168.1.5:11434/v1', 'http://169.254.169.254/v1', 'http://127.0.0.1.example.com/v1'])
    assert.deepEqual(listHosts({ DOCWRIGHT_MODEL: 'ollama/m', DOCWRIGHT_MODEL_BASE_URL: address }), [], address);
  assert.deepEqual(listHosts({}), []);
  assert.deepEqual(listHosts({ DOCWRIGHT_PRIVATE_MODEL_HOSTS: 'gpu.internal:8000' }), ['https://gpu.internal:8000']);
});

test('`models test` reaches an unlisted local server without a key', async () => {
  const format = wireFormats.find(({ provider }) => provider === 'ollama');
  await using server = await startProvider((_, count) => ({
    body: format?.answer(count === 1 ? [{ id: 'a', name: 'repeat', input: { word: 'harbor' } }] : [], 'harbor'),
  }));
  const settings = load({ DOCWRIGHT_MODEL: 'ollama/qwen3:8b', DOCWRIGHT_MODEL_BASE_URL: server.baseUrl });
  const tests = await testInstallationModels(settings, { model: undefined, signal: never });
  assert.equal(tests.works, true, tests.models[0]?.line);
  assert.deepEqual(
    server.requests.map(({ path, headers, body }) => [path, headers.authorization, body['model']]),
    [
      ['/base/chat/completions', undefined, 'qwen3:8b'],
      ['/base/chat/completions', undefined, 'qwen3:8b'],
    ],
  );
});
