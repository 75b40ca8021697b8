import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailedSave, SavedText } from './create-autosave.ts';
import { sendKept } from './send-kept.ts';

const isOffline = (error: unknown) => (error as Error).message === 'offline';

/** Simulates a browser that stores unsaved text for each file. `answers` contains the service's failures by path. */
function keep(answers: Readonly<Record<string, FailedSave | 'offline' | undefined>>) {
  const kept = new Map<string, SavedText>(
    Object.keys(answers).map((path) => [path, { content: `Text of ${path}`, version: 'v1' }]),
  );
  const sent: string[] = [];
  const openElsewhere = new Set<string>();
  const send = (onSave: (path: string) => void = () => undefined) =>
    sendKept({
      list: () => [...kept.keys()],
      read: (path) => kept.get(path),
      forget: (path) => kept.delete(path),
      save: async (path, { content, version }) => {
        sent.push(`${content} ${version ?? ''}`);
        onSave(path);
        const failure = answers[path];
        if (failure !== undefined) throw new Error(failure);
      },
      judge: (error) => (isOffline(error) ? 'retry' : ((error as Error).message as FailedSave)),
      isUnreachable: isOffline,
      withFile: async (path, work) => {
        if (openElsewhere.has(path)) return false;
        await work();
        return true;
      },
    });
  return { kept, sent, openElsewhere, send };
}

test('all unsaved text is sent with its versions, and removed once it is saved', async () => {
  const { kept, sent, send } = keep({ a: undefined, b: undefined });
  assert.deepEqual(await send(), []);
  assert.deepEqual([sent, kept.size], [['Text of a v1', 'Text of b v1'], 0]);
});

test('text with a conflict or a refusal is reported and kept, and the other files are sent', async () => {
  const { kept, send } = keep({ a: 'conflict', b: 'refused', c: undefined });
  assert.deepEqual(await send(), [
    { path: 'a', reason: 'conflict' },
    { path: 'b', reason: 'refused' },
  ]);
  assert.deepEqual([...kept.keys()], ['a', 'b']);
});

test('if the service cannot be reached, the remaining files are not tried', async () => {
  const { kept, sent, send } = keep({ a: 'offline', b: undefined });
  assert.deepEqual(await send(), [
    { path: 'a', reason: 'retry' },
    { path: 'b', reason: 'retry' },
  ]);
  assert.deepEqual([sent.length, kept.size], [1, 2]);
});

test('text typed while the request ran is kept', async () => {
  const { kept, send } = keep({ a: undefined });
  await send((path) => kept.set(path, { content: 'newer', version: 'v1' }));
  assert.equal(kept.get('a')?.content, 'newer');
});

test('a file that is open in another tab is left to that tab', async () => {
  const { sent, openElsewhere, send } = keep({ a: undefined });
  openElsewhere.add('a');
  assert.deepEqual([await send(), sent], [[{ path: 'a', reason: 'open elsewhere' }], []]);
});
