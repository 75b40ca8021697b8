import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { DevTools } from './devtools.ts';
import { BrowserError } from './errors.ts';
import { takeScreenshot } from './take-screenshot.ts';

test('a screenshot fails immediately if the browser ends while the page is loading', async () => {
  const input = new PassThrough({ encoding: 'utf8' });
  const output = new PassThrough();
  const devtools = new DevTools(input, output);
  const end = new BrowserError('failed', 'the browser is closed');
  const navigated = Promise.withResolvers<void>();
  // All commands succeed, but the page never loads.
  input.on('data', (text: string) => {
    for (const message of text.split('\0').filter((one) => one !== '')) {
      const { id, method } = JSON.parse(message) as { readonly id: number; readonly method: string };
      output.write(`${JSON.stringify({ id, result: { targetId: 'target', sessionId: 'session' } })}\0`);
      if (method === 'Page.navigate') navigated.resolve();
    }
  });
  const shown = takeScreenshot(devtools, {
    path: '/page',
    readFile: () => undefined,
    window: { width: 200, height: 100, isPhone: false },
    theme: 'light',
    storage: {},
    start: 0,
    maxHeight: 300,
    maxBytes: 1_000,
    settleMs: 24 * 3_600_000,
  });
  const failed = assert.rejects(shown, end);
  await navigated.promise;
  // The answer to the last command has arrived.
  await new Promise((resolve) => setImmediate(resolve));
  devtools.end(end);
  await failed;
});
