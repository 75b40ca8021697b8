import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const path = '/v1/projects/proj_1/page-health';
const at = '2026-01-31T10:00:00.000Z';
const health = {
  brokenLinks: {
    state: 'known',
    links: 9,
    checked: 8,
    complete: true,
    rows: [
      { url: 'https://a.dev/x', status: 404, pages: ['/a', '/b'], pageCount: 2, brokenSince: at, checkedAt: at },
      { url: 'https://b.dev/', status: null, pages: ['/a'], pageCount: 1, brokenSince: at, checkedAt: at },
    ],
    hasMore: true,
  },
  unreadPages: { state: 'known', since: '2026-01-01', rows: [], hasMore: false },
  searchedFromPages: { state: 'off', rows: [], hasMore: false },
  stalePages: { state: 'known', rows: [{ path: '/old', title: 'Old', unchangedSince: at, views: 3 }], hasMore: false },
  codeChangedPages: {
    state: 'known',
    checkedAt: at,
    fault: null,
    rows: [{ path: '/api', file: 'api.mdx', line: 9, location: 'a/b@c0ffee1:x.ts#L1', reason: 'changed', since: at }],
    hasMore: false,
  },
};

test('page-health shows each list, its problems, and whether more rows exist', async () => {
  await using service = await startFakeService({ [`GET ${path}`]: () => ({ body: health }) });
  const { stdout } = await runCommand(['page-health'], { env: service.env });
  assert.match(
    stdout,
    /^Broken links \(8 of 9 checked\)\nANSWER +PAGES +FIRST PAGE +ADDRESS\n404 +2 +\/a +https:\/\/a\.dev\/x\nunknown host +1/,
  );
  assert.match(
    stdout,
    /\nMore: --list, --limit and --offset\.\n\nPages without readers \(since 2026-01-01\)\nNone\.\n/,
  );
  assert.match(stdout, /search from\nOff\.\n/);
  assert.match(
    stdout,
    /\n2026-01-31 +3 +\/old\n\nPages whose cited code changed\nSINCE +PAGE +CODE\n2026-01-31 +\/api +a\/b@c0ffee1:x\.ts#L1\n$/,
  );
  assert.deepEqual((await runJson(['page-health'], { env: service.env })).json, health);
});

test('page-health can page through one list, and rejects invalid values', async () => {
  const unread = { state: 'waiting', since: null, rows: [], hasMore: false };
  const none = { brokenLinks: null, searchedFromPages: null, stalePages: null, codeChangedPages: null };
  await using service = await startFakeService({
    [`GET ${path}?list=unread&limit=2&offset=4`]: () => ({ body: { ...none, unreadPages: unread } }),
  });
  const run = (...args: string[]) => runCommand(['page-health', ...args], { env: service.env });
  const { stdout } = await run('--list', 'unread', '--limit', '2', '--offset', '4');
  assert.equal(stdout, 'Pages without readers\nNot enough data yet.\n');
  for (const args of [
    ['--list', 'all'],
    ['--limit', '251'],
    ['--offset', '-1'],
  ])
    assert.equal((await run(...args)).code, 2, args.join(' '));
});
