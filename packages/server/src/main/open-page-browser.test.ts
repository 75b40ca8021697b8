import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import type { Isolation } from '../modules/building/site-rendering/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { openPageBrowser } from './open-page-browser.ts';

async function findTwice(program: string, mode: Isolation['mode']): Promise<readonly string[]> {
  const lines: string[] = [];
  const destination = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(line.toString());
      done();
    },
  });
  const log = createLogger({ destination });
  const isolation = { mode, warning: undefined };
  const browser = openPageBrowser({ settings: { browser: program }, isolation, isShared: () => false, log });
  for (let time = 0; time < 2; time += 1) assert.equal(await browser.find(), undefined);
  await browser.close();
  return lines;
}

test('no browser is available without bubblewrap or the program, and the reason is logged once', async () => {
  const [weak, ...more] = await findTwice('/usr/lib/chromium/chromium-headless-shell', 'process');
  assert.match(weak ?? '', /the sandbox is \\"process\\" instead of bubblewrap.*agents can't view pages/);
  assert.deepEqual(more, []);
  const missing = await findTwice('/nowhere/browser', 'bwrap');
  assert.equal(missing.length, 1);
  assert.match(missing[0] ?? '', /\/nowhere\/browser/);
});

test('nothing is logged if the operator turned the browser off', async () => {
  assert.deepEqual(await findTwice('none', 'bwrap'), []);
});
