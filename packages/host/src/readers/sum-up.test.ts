import assert from 'node:assert/strict';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostSettingsFromEnvironment, parseHostSettings } from '../index.ts';
import { makeFolder } from '../testing/start-test-host.ts';
import { analyticsFolder } from './event-files.ts';
import { readHostEvents, readHostFigures } from './read-analytics.ts';

const plain = { path: '/a', isAi: false, referrer: null, query: null, target: null, results: null };
const lines: readonly object[] = [
  { day: '2026-05-04', kind: 'view', visitor: 'x', referrer: 'search.example' },
  { day: '2026-05-04', kind: 'view', visitor: 'x', path: '/b' },
  { day: '2026-05-05', kind: 'view', visitor: 'y' },
  { day: '2026-05-05', kind: 'view', visitor: 'z', isAi: true, target: 'markdown' },
  { day: '2026-05-05', kind: 'agent_read', visitor: 'z', isAi: true, path: '', target: 'mcp\nsearch' },
  { day: '2026-05-05', kind: 'search', visitor: 'y', query: 'keys', results: 0 },
  { day: '2026-05-05', kind: 'search', visitor: 'y', query: 'keys', results: 3 },
  { day: '2026-05-05', kind: 'search_click', visitor: 'y', query: 'keys', target: '/a' },
  { day: '2026-05-05', kind: 'not_found', visitor: 'y', path: '/gone' },
  { day: '2026-05-05', kind: 'code_copy', visitor: 'y', target: 'bash\nnpm ci' },
  { day: '2026-05-05', kind: 'playground_call', visitor: 'y', target: 'GET\n/users/{id}\n2xx' },
  { day: '2026-05-05', kind: 'feedback', visitor: null, source: 'contextual', helpful: false, comment: 'no' },
];

async function open() {
  const folder = await makeFolder();
  const files = analyticsFolder(folder.path, 'default');
  await mkdir(files, { recursive: true });
  for (const [index, line] of lines.entries()) {
    const { day, ...event } = line as { day: string };
    const kept = { ...plain, id: String(index), at: `${day}T10:00:00.000Z`, ...event };
    await appendFile(join(files, `${day}.jsonl`), `\n${JSON.stringify(kept)}\n`);
  }
  const settings = parseHostSettings({ dataDir: folder.path });
  return { settings, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('figures are computed from the files: visitors are summed over the days, and agents are counted separately', async () => {
  await using opened = await open();
  const figures = await readHostFigures(opened.settings, {});
  assert.partialDeepStrictEqual(figures, {
    from: '2026-05-04',
    views: { human: 3, ai: 1 },
    visitors: { human: 2, ai: 1 },
    days: [{ date: '2026-05-04' }, { date: '2026-05-05', visitors: { human: 1, ai: 1 } }],
    pages: [
      { path: '/a', human: 2, ai: 1 },
      { path: '/b', human: 1, ai: 0 },
    ],
    referrers: [{ referrer: 'search.example', human: 1, ai: 0 }],
    searches: [{ query: 'keys', searches: 2, clicks: 1, withoutResult: 1 }],
    notFound: [{ path: '/gone', hits: 1 }],
    codeCopies: [{ path: '/a', language: 'bash', firstLine: 'npm ci', copies: 1 }],
    playgroundCalls: [{ method: 'GET', operation: '/users/{id}', status: '2xx', calls: 1 }],
    agentReads: [
      { path: '', via: 'mcp', tool: 'search', reads: 1 },
      { path: '/a', via: 'markdown', tool: '', reads: 1 },
    ],
    feedback: { up: 0, down: 1, comments: 1 },
  });
});

test('a range includes its first day but not its last, and an invalid day is rejected with an error that names it', async () => {
  await using opened = await open();
  const asked = { from: '2026-05-04', to: '2026-05-05' };
  assert.equal((await Array.fromAsync(readHostEvents(opened.settings, asked))).length, 2);
  for (const from of ['2026-02-30', 'yesterday', '../../x', '2026-05-04\0'])
    await assert.rejects(readHostFigures(opened.settings, { from }), {
      code: 'setting-invalid',
      message: /^from must/,
    });
  await assert.rejects(readHostFigures(opened.settings, { site: '../x' }), { code: 'setting-invalid' });
});

test('a data folder without events has no figures', async () => {
  await using folder = await makeFolder();
  const settings = parseHostSettings({ ...hostSettingsFromEnvironment({}), dataDir: folder.path });
  assert.partialDeepStrictEqual(await readHostFigures(settings, {}), { from: null, views: { human: 0 }, days: [] });
});
