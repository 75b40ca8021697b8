import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture } from '../testing/build-fixture.ts';
import { dropRepeatedIds } from './drop-repeated-ids.ts';

test('the first element with an ID keeps it, later elements lose it, and text is unchanged', () => {
  assert.equal(
    dropRepeatedIds('<a id="x" class="y"></a><h2 id="x">X</h2><pre>&lt;p id="x"&gt; id="x"</pre><b id="z"></b>'),
    '<a id="x" class="y"></a><h2>X</h2><pre>&lt;p id="x"&gt; id="x"</pre><b id="z"></b>',
  );
});

test('a page has each ID once, even if an author uses an ID of the frame', async () => {
  const site = await buildFixture({
    'a.mdx':
      '<div id="table-of-contents">x</div>\n\n<div id="part">y</div>\n\n## Part\n\n<Tabs><Tab title="Part">z</Tab></Tabs>\n\n## Pagination\n',
    'b.mdx': 'b',
  });
  const ids = [...(site.files.get('a.html') ?? '').matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});
