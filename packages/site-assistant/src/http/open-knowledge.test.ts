import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleSite } from '../testing/sample-site.ts';
import { OpenKnowledge } from './open-knowledge.ts';

const site = (words: number) =>
  sampleSite([{ path: 'a', title: 'A page', markdown: Array.from({ length: words }, (_, n) => `word${n}`).join(' ') }]);

test('the number of open sites is limited by the memory that their indexes use', async () => {
  const alone = new OpenKnowledge();
  await alone.of(site(20_000), undefined).search('word7');
  const one = alone.bytes;
  assert.ok(one > 20_000, `an index of ${one} bytes is counted`);
  const open = new OpenKnowledge(one * 2.5);
  const sites = Array.from({ length: 6 }, () => site(20_000));
  for (const source of sites) await open.of(source, undefined).search('word7');
  assert.equal(open.sites, 2);
  assert.ok(open.bytes <= one * 2.5);
  const last = sites.at(-1) ?? assert.fail();
  assert.equal(open.of(last, undefined), open.of(last, undefined), 'the last site stays');
});

test('a site that is larger than the limit is served while it is the only one', async () => {
  const open = new OpenKnowledge(1);
  const [first, second] = [site(100), site(100)];
  const found = await open.of(first, undefined).search('word7');
  assert.equal(found.passages.length, 1);
  open.of(second, undefined);
  assert.equal(open.sites, 1);
});
