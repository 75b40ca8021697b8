import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../testing/start-test-host.ts';
import { appendActivation, readJournal, shortenJournal } from './journal.ts';

const entry = (versionId: string) => ({ versionId, at: '2026-01-01T00:00:00.000Z', cause: 'start' as const });

test('a torn line doesn’t affect the lines before and after it', async () => {
  await using folder = await makeFolder();
  await appendActivation(folder.path, entry('a'));
  await appendFile(join(folder.path, 'activations.jsonl'), '\n{"versionId":"tor');
  await appendActivation(folder.path, entry('b'));
  assert.deepEqual(
    (await readJournal(folder.path)).map(({ versionId }) => versionId),
    ['a', 'b'],
  );
});

test('a hundred concurrent appends result in a hundred lines', async () => {
  await using folder = await makeFolder();
  const ids = Array.from({ length: 100 }, (_, index) => `v${index}`);
  await Promise.all(ids.map((id) => appendActivation(folder.path, entry(id))));
  assert.deepEqual((await readJournal(folder.path)).map(({ versionId }) => versionId).sort(), ids.sort());
});

test('a long journal is shortened and keeps its newest lines', async () => {
  await using folder = await makeFolder();
  const lines = Array.from({ length: 5000 }, (_, index) => `${JSON.stringify(entry(`v${index}`))}\n`);
  await writeFile(join(folder.path, 'activations.jsonl'), lines.join(''));
  await shortenJournal(folder.path, 'new');
  const journal = await readJournal(folder.path);
  assert.equal(journal.at(-1)?.versionId, 'v4999');
  assert.ok((await readFile(join(folder.path, 'activations.jsonl'))).length < 50_000);
});
