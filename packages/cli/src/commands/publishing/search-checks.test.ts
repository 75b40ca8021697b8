import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const path = '/v1/projects/proj_1/search-checks';
const questions = [
  { query: 'rate limit', path: '/guides/limits' },
  { query: 'a=b=/c', path: '/d' },
];

test('search-checks set splits each question at the last equals sign before a path', async () => {
  await using service = await startFakeService({
    [`PUT ${path}`]: (body) => ({ body: { ...(body as object), updatedAt: null } }),
    [`GET ${path}`]: () => ({ body: { questions: [], updatedAt: null } }),
  });
  const run = (...args: string[]) => runCommand(['search-checks', ...args], { env: service.env });
  const { stdout } = await run('set', '--question', 'rate limit=/guides/limits', '--question', 'a=b=/c=/d');
  assert.match(stdout, /^QUERY +PAGE\nrate limit +\/guides\/limits\na=b=\/c +\/d\n$/);
  assert.deepEqual(service.requests[0]?.body, { questions });
  await run('clear');
  assert.deepEqual(service.requests[1]?.body, { questions: [] });
  assert.equal((await run('list')).stdout, 'No golden questions.\n');
  for (const args of [['set'], ['set', '--question', 'rate limit'], ['set', '--question', '=/a']])
    assert.equal((await run(...args)).code, 2, args.join(' '));
});

test('search-checks compare prints ranks and answers, or reports that nothing was compared', async () => {
  const change = { query: 'keys', source: 'golden', path: '/keys', before: 1, after: null, verdict: 'worse' };
  const comparison = { deploymentId: 'dep_1', comparedWith: 'dep_0', checkedAt: null, queries: 1, complete: true };
  const lost = { ...comparison, changes: [{ ...change, answeredBefore: true, answeredAfter: false }] };
  const answers = [lost, { ...comparison, changes: [] }, { ...comparison, comparedWith: null, changes: [] }, lost];
  await using service = await startFakeService({
    'GET /v1/projects/proj_1/deployments/dep_1/search-comparison': () => ({ body: answers.shift() }),
  });
  const args = ['search-checks', 'compare', 'dep_1'];
  const run = async () => (await runCommand(args, { env: service.env })).stdout;
  assert.match(await run(), /^1 query compared\.\n.*\nworse +keys +1 → not found +no longer answered +\/keys\n$/);
  assert.equal(await run(), '1 query compared. All results are unchanged.\n');
  assert.equal(await run(), 'Nothing was compared.\n');
  assert.deepEqual((await runJson(args, { env: service.env })).json, lost);
});
