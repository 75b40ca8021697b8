import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAutosave, saveAll, type FailedSave, type SavedText } from './create-autosave.ts';

const settle = () => new Promise(setImmediate);

/** Starts autosave with a service and a clock that the test controls. */
function startAutosave() {
  const requests: { content: string; version: string | null; end: (answer: string) => void }[] = [];
  const timers = new Set<{ run: () => void; delayMs: number }>();
  const kept: (SavedText | undefined)[] = [];
  const autosave = createAutosave(
    { content: 'first', version: 'v1' },
    {
      save: async (content, version) => {
        const { promise, resolve } = Promise.withResolvers<string>();
        requests.push({ content, version, end: resolve });
        const answer = await promise;
        if (['retry', 'refused', 'conflict'].includes(answer)) throw new Error(answer);
        return { version: answer };
      },
      judge: (error) => (error as Error).message as FailedSave,
      store: (text) => kept.push(text),
      schedule: (run, delayMs) => {
        const timer = { run, delayMs };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
  );
  const kind = () => autosave.state.get().kind;
  const pass = async () => {
    for (const timer of Array.from(timers)) {
      timers.delete(timer);
      timer.run();
    }
    await settle();
  };
  const answer = async (with_: string) => {
    requests.at(-1)?.end(with_);
    await settle();
  };
  return { autosave, requests, timers, kept, kind, pass, answer };
}

test('text typed within a second is saved once, and the next save names the new version', async () => {
  const { autosave, requests, kind, pass, answer } = startAutosave();
  autosave.edit(() => 'a');
  autosave.edit(() => 'ab');
  assert.equal(kind(), 'unsaved');
  await pass();
  assert.equal(kind(), 'saving');
  await answer('v2');
  assert.equal(kind(), 'saved');
  autosave.edit(() => 'abc');
  await pass();
  await answer('v3');
  assert.deepEqual(
    requests.map(({ content, version }) => [content, version]),
    [
      ['ab', 'v1'],
      ['abc', 'v2'],
    ],
  );
});

test('a second letter of unsaved text doesn’t change the state', () => {
  const { autosave } = startAutosave();
  autosave.edit(() => 'a');
  const state = autosave.state.get();
  autosave.edit(() => 'ab');
  assert.equal(autosave.state.get(), state);
});

test('text typed while a request runs is not reported as saved, and is in the next request', async () => {
  const { autosave, requests, kind, pass, answer } = startAutosave();
  autosave.edit(() => 'a');
  await pass();
  autosave.edit(() => 'ab');
  await answer('v2');
  assert.equal(kind(), 'unsaved');
  await pass();
  assert.deepEqual([requests.length, requests[1]?.content, requests[1]?.version], [2, 'ab', 'v2']);
});

test('without a connection, the text is kept in the browser and saved later, with growing delays', async () => {
  const { autosave, timers, kept, kind, pass, answer } = startAutosave();
  autosave.edit(() => 'offline');
  await pass();
  await answer('retry');
  assert.equal(kind(), 'offline');
  assert.deepEqual(kept.at(-1), { content: 'offline', version: 'v1' });
  assert.deepEqual(
    [...timers].map(({ delayMs }) => delayMs),
    [2000],
  );
  await pass();
  await answer('retry');
  assert.deepEqual(
    [...timers].map(({ delayMs }) => delayMs),
    [4000],
  );
  await pass();
  await answer('v2');
  assert.equal(kind(), 'saved');
  assert.equal(kept.at(-1), undefined);
});

test('after a conflict, nothing is sent until the author has chosen a version', async () => {
  const { autosave, requests, kind, pass, answer, kept } = startAutosave();
  autosave.edit(() => 'mine');
  await pass();
  await answer('conflict');
  autosave.edit(() => 'mine, still');
  await pass();
  await autosave.flush();
  assert.deepEqual([kind(), requests.length], ['conflict', 1]);
  assert.deepEqual(kept.at(-1), { content: 'mine', version: 'v1' });
  autosave.adopt({ content: 'theirs', version: 'v9' });
  autosave.edit(() => 'mine and theirs');
  await pass();
  assert.deepEqual([requests[1]?.content, requests[1]?.version], ['mine and theirs', 'v9']);
});

test('a refused save is not repeated until the text changes', async () => {
  const { autosave, timers, kind, pass, answer } = startAutosave();
  autosave.edit(() => 'too large');
  await pass();
  await answer('refused');
  assert.deepEqual([kind(), timers.size], ['refused', 0]);
  autosave.edit(() => 'small');
  assert.deepEqual([kind(), timers.size], ['unsaved', 1]);
});

test('no request is sent if the text was changed back to the saved text', async () => {
  const { autosave, requests, kind, pass } = startAutosave();
  autosave.edit(() => 'first');
  await pass();
  assert.deepEqual([kind(), requests.length], ['saved', 0]);
});

test('leaving the file saves it immediately, without scheduling retries', async () => {
  const { autosave, requests, timers, kept, answer } = startAutosave();
  autosave.edit(() => 'leaving');
  autosave.stop();
  await settle();
  assert.deepEqual([requests.length, timers.size], [1, 0]);
  assert.deepEqual(kept.at(-1), { content: 'leaving', version: 'v1' });
  await answer('retry');
  assert.equal(timers.size, 0);
  assert.deepEqual(kept.at(-1), { content: 'leaving', version: 'v1' });
});

test('before publishing, everything is saved, including text typed while a request is running', async () => {
  const { autosave, requests, answer } = startAutosave();
  autosave.edit(() => 'a');
  const saved = saveAll(autosave);
  autosave.edit(() => 'ab');
  await answer('v2');
  assert.equal(requests.at(-1)?.content, 'ab');
  await answer('v3');
  assert.deepEqual([await saved, autosave.saved().version], [undefined, 'v3']);
});

for (const failure of ['retry', 'refused', 'conflict'] as const)
  test(`if the save before publishing ends with "${failure}", the failure is returned to the caller`, async () => {
    const { autosave, answer } = startAutosave();
    autosave.edit(() => 'a');
    const saved = saveAll(autosave);
    await answer(failure);
    assert.equal(await saved, failure);
  });
