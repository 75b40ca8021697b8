import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBatches } from './to-batches.ts';

const file = (path: string, size: number) => ({ path, blob: new Blob([new Uint8Array(size)]) });

test('files keep their order, and a batch ends before it exceeds its maximum size', () => {
  const files = [file('a', 4e6), file('b', 2e6), file('c', 1), file('d', 10e6), file('e', 1)];
  assert.deepEqual(
    toBatches(files).map((batch) => batch.map(({ path }) => path)),
    [['a', 'b'], ['c'], ['d'], ['e']],
  );
});

test('a batch has at most a thousand files', () => {
  const files = Array.from({ length: 2_500 }, (_, index) => file(String(index), 1));
  assert.deepEqual(
    toBatches(files).map(({ length }) => length),
    [1_000, 1_000, 500],
  );
});

test('without files, no batches are created', () => assert.deepEqual(toBatches([]), []));
