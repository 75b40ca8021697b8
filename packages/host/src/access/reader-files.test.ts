import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { maxTokens, type GateSite } from '@docwright/site-access';
import { makeFolder } from '../testing/start-test-host.ts';
import { ReaderFiles } from './reader-files.ts';

const access = { mode: 'members', sessionSeconds: 60, sessionEpoch: 0 } as const;
const toSite = (id: string): GateSite => ({ id, access, basePath: '', scheme: 'https', hosts: ['docs.example'] });
const site = toSite('site docs');
const start = 1_000_000;

async function open() {
  const folder = await makeFolder();
  const clock = { nowMs: start, names: 0 };
  const options = { folder: folder.path, nowMs: () => clock.nowMs, newId: () => String((clock.names += 1)) };
  return { folder, clock, files: new ReaderFiles(options), other: new ReaderFiles(options) };
}

const token = (id: string, owner = 'ada', expiresAtMs = start + 1_000) => ({
  id,
  owner,
  sealed: 'x',
  createdAtMs: start,
  expiresAtMs,
});

test('hosts that share a folder find each other’s entries for the same site', async () => {
  const { folder, files, other } = await open();
  await using _ = folder;
  await files.putProfile(site, 'ada', { sealed: 'first', untilMs: start + 9 });
  await files.putProfile(site, 'ada', { sealed: 'second', untilMs: start + 9 });
  assert.equal(await files.addToken(site, token('one')), true);
  assert.deepEqual(await other.findToken(site, 'one'), {
    token: token('one'),
    profile: { sealed: 'second', untilMs: start + 9 },
  });
  assert.deepEqual(await other.listTokens(site, 'ada'), [token('one')]);
  assert.equal(await other.findToken(toSite('site other'), 'one'), undefined);
  assert.deepEqual(await other.listTokens(site, 'eve'), []);
});

test('a token can’t be deleted by another reader or with a wrong ID', async () => {
  const { folder, files } = await open();
  await using _ = folder;
  await files.addToken(site, token('one'));
  for (const wrong of [
    { id: 'one', owner: 'eve' },
    { id: '../profiles', owner: 'ada' },
    { id: '', owner: 'ada' },
  ])
    await files.deleteToken(site, wrong);
  assert.notEqual(await files.findToken(site, 'one'), undefined);
  await files.deleteToken(site, { id: 'one', owner: 'ada' });
  assert.equal(await files.findToken(site, 'one'), undefined);
});

test('a reader has at most fifty tokens, not counting expired ones', async () => {
  const { folder, files, clock } = await open();
  await using _ = folder;
  for (let count = 0; count < maxTokens; count += 1) assert.ok(await files.addToken(site, token(`t${count}`)));
  assert.equal(await files.addToken(site, token('more')), false);
  assert.equal(await files.addToken(site, token('more', 'eve')), true);
  clock.nowMs += 1_000;
  assert.equal(await files.addToken(site, token('more', 'ada', clock.nowMs + 1)), true);
});

test('expired entries are removed from the disk', async () => {
  const { folder, files, clock } = await open();
  await using _ = folder;
  await files.putProfile(site, 'ada', { sealed: 'x', untilMs: start + 1_000 });
  await files.addToken(site, token('one'));
  clock.nowMs += 11 * 60_000;
  await files.putProfile(site, 'eve', { sealed: 'x', untilMs: clock.nowMs + 1_000 });
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true });
  const left = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.name));
  assert.deepEqual(left, ['eve']);
});
