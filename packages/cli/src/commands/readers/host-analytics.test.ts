import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand, runJson } from '../../testing/run-command.ts';

const none = { isAi: false, referrer: null, query: null, target: null, results: null };
const reader = { ...none, path: '/a', visitor: '0a'.repeat(16) };
const days: Readonly<Record<string, readonly object[]>> = {
  '2026-05-04': [
    { ...reader, kind: 'view' },
    { ...reader, kind: 'view', isAi: true, target: 'markdown' },
    { ...reader, kind: 'search', query: '=cmd|"x"', results: 0 },
    { ...reader, kind: 'playground_call', target: 'GET\n/users/{id}\n4xx' },
  ],
  '2026-05-05': [
    { ...reader, kind: 'view', path: '/b' },
    { ...reader, kind: 'not_found', path: '/gone' },
    { ...reader, kind: 'feedback', source: 'contextual', helpful: false, comment: '-1', contact: 'ada@example.com' },
  ],
};

/** Creates the data folder of a host with one site. */
async function makeDataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'docwright-host-analytics-'));
  const folder = join(path, 'sites', 'default', 'analytics');
  await mkdir(folder, { recursive: true });
  for (const [day, events] of Object.entries(days))
    for (const [index, event] of events.entries()) {
      const kept = JSON.stringify({ ...event, id: `${day}-${index}`, at: `${day}T10:00:00.000Z` });
      // Lines that a crash can leave: a duplicated event and an incomplete line.
      await appendFile(join(folder, `${day}.jsonl`), `\n${kept}\n${kept}\n{"torn":`);
    }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test('host analytics prints tables of reader events without duplicates', async () => {
  await using data = await makeDataFolder();
  const { code, stdout } = await runCommand(['host', 'analytics', '--data-dir', data.path]);
  assert.equal(code, 0);
  assert.match(stdout, /views +2 by people, 1 by AI agents/);
  assert.match(stdout, /feedback +0 up, 1 down, 1 with a comment/);
  assert.match(stdout, /2026-05-04 +1 +1 +1/);
  assert.match(stdout, /\/gone +1/);
  assert.match(stdout, /\/a +markdown +1/);
  assert.match(stdout, /GET \/users\/\{id\} +4xx +1/);
  const top = await runCommand(['host', 'analytics', '--data-dir', data.path, '--top', '1']);
  assert.doesNotMatch(top.stdout, /\/b/);
});

test('host analytics --json prints a range’s figures as one object, excluding the end day', async () => {
  await using data = await makeDataFolder();
  const { json } = await runJson(['host', 'analytics', '--data-dir', data.path, '--to', '2026-05-05']);
  assert.partialDeepStrictEqual(json, {
    to: '2026-05-05',
    views: { human: 1, ai: 1 },
    notFound: [],
    playgroundCalls: [{ method: 'GET', operation: '/users/{id}', status: '4xx', calls: 1 }],
  });
});

test('host analytics writes CSV without addresses, visitors or formulas, and JSON Lines with addresses', async () => {
  await using data = await makeDataFolder();
  const csv = await runCommand(['host', 'analytics', '--data-dir', data.path, '--format', 'csv']);
  const [head, ...lines] = csv.stdout.trimEnd().split('\r\n');
  assert.equal(
    head,
    'at,kind,path,isAi,referrer,query,results,target,helpful,comment,source,question,answer,outcome,model,rating,block,lang,code,filename',
  );
  assert.equal(lines.filter((line) => line.startsWith('2026-05-0')).length, 7);
  assert.doesNotMatch(csv.stdout, /ada@|0a0a/);
  assert.match(csv.stdout, /,"'=cmd\|""x""",0,/);
  assert.match(csv.stdout, /,"'-1",contextual/);
  const json = await runCommand(['host', 'analytics', '--data-dir', data.path, '--format', 'jsonl']);
  assert.equal(json.stdout.trimEnd().split('\n').length, 7);
  assert.match(json.stdout, /ada@example\.com/);
});

test('host analytics rejects an invalid value with an error that names it, and prints no figures', async () => {
  await using data = await makeDataFolder();
  for (const [args, named] of [
    [['--from', '2026-02-30'], /2026-02-30/],
    [['--from', 'yesterday'], /yesterday/],
    [['--site', '../x'], /\.\.\/x/],
    [['--format', 'xml'], /xml/],
    [['--top', '0'], /from 1 to 10000/],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(['host', 'analytics', '--data-dir', data.path, ...args]);
    assert.notEqual(code, 0, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, named);
  }
});
