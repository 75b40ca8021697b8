import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { copyLines } from './copy-lines.ts';

test('another process’s lines are passed on whole, even if the pipe splits them', async () => {
  const [source, sink] = [new PassThrough(), new PassThrough()];
  const seen: string[] = [];
  sink.on('data', (chunk: Buffer) => seen.push(String(chunk)));
  copyLines(source, sink);
  for (const part of ['one\ntw', 'o', '\nthree', '\n', 'cut off']) source.write(part);
  source.end();
  await finished(source);
  sink.end();
  await finished(sink);
  assert.deepEqual(seen, ['one\n', 'two\n', 'three\n', 'cut off\n']);
});
