import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture } from '../testing/build-fixture.ts';

test('files for agents and search engines name pages without .html (decision 92)', async () => {
  const { files } = await buildFixture({
    'index.mdx': '---\ntitle: Home\n---\n\n[Start](/guides/start) and [a part](/guides/start#part).\n',
    'guides/start.mdx': '---\ntitle: Start\n---\n\n## Part\n\n[Home](../index.mdx) and [here](./start.mdx).\n',
  });
  const read = [...files].filter(([path]) => /(?:\.md|\.txt|sitemap\.xml)$/.test(path));
  assert.ok(read.length >= 4, read.map(([path]) => path).join());
  for (const [path, text] of read) assert.doesNotMatch(text, /\.html/, path);
});
