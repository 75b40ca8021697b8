import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startFakeService } from '../testing/fake-service.ts';
import { runCommand, runJson } from '../testing/run-command.ts';

const home = mkdtempSync(join(tmpdir(), 'docwright-key-'));
after(() => rmSync(home, { recursive: true }));

const refused = {
  'GET /v1/organization': () => ({
    status: 401,
    body: { error: 'A valid API key is required.', code: 'unauthorized' },
    headers: { 'x-request-id': 'req_1' },
  }),
};
const wrong = `dw_${'a'.repeat(38)}`;

const cases: readonly (readonly [title: string, key: string | undefined, expected: RegExp])[] = [
  ['missing', undefined, /^error: http:\S+ needs an API key, and none is set\. Create one under "API keys"/],
  [
    'cut',
    wrong.slice(0, 20),
    /^error: the API key dw_aaaa… \(from DOCWRIGHT_API_KEY\) is malformed: it has 20 characters/,
  ],
  ['public', `dw_pub_${'a'.repeat(32)}`, /is a public key, which only works in sites/],
  [
    'wrong',
    wrong,
    /^error: http:\S+ doesn't accept the API key dw_aaaa…aaaa \(from DOCWRIGHT_API_KEY\): it is mistyped,/,
  ],
];

for (const [title, key, expected] of cases) {
  test(`a key that is ${title} has its own error, with a remedy`, async () => {
    await using service = await startFakeService(refused);
    const keyed = key === undefined ? {} : { DOCWRIGHT_API_KEY: key };
    const env = { HOME: home, DOCWRIGHT_BASE_URL: service.baseUrl, ...keyed };
    const { code, stderr } = await runCommand(['org', 'get'], { env, cwd: home });
    assert.equal(code, 3);
    assert.match(stderr, expected);
    assert.match(stderr, /"docwright login http:\S+" or set DOCWRIGHT_API_KEY\.\n$/);
  });
}

test('the error about a rejected key names the option that set it, and keeps the code and the request ID', async () => {
  await using service = await startFakeService(refused);
  const env = { HOME: home, DOCWRIGHT_BASE_URL: service.baseUrl };
  const { code, json } = await runJson(['org', 'get', '--api-key', wrong], { env, cwd: home });
  assert.match(String(json['error']), /\(from --api-key\)/);
  assert.deepEqual([code, json['code'], json['status'], json['requestId']], [3, 'unauthorized', 401, 'req_1']);
});
