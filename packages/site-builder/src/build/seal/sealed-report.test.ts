import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemorySource } from '../../source/memory-source.ts';
import { buildSite } from '../build-site.ts';

test('the report of a sealed build describes the site that readers with access see', async () => {
  const links = Array.from({ length: 40 }, (_, index) => `[Link](/missing-${index})`).join('\n\n');
  const files = {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'A', colors: { primary: '#123456' }, navigation: ['a', 'b'] }),
    'a.mdx': '---\ntitle: A\n---\nText.',
    'b.mdx': `---\ntitle: B\ngroups: ["staff"]\n---\n${links}`,
  };
  const report = await buildSite({
    source: createMemorySource(Object.entries(files)),
    emit: () => undefined,
    emitSealed: () => undefined,
    settings: { restricted: 'seal' },
    clock: () => 0,
  });
  const { pages, expected, rendered, publicPages, issueCounts } = report;
  assert.deepEqual({ pages, expected, rendered, publicPages }, { pages: 2, expected: 2, rendered: 2, publicPages: 1 });
  assert.equal(issueCounts['broken-link'], 40);
  assert.equal(issueCounts['groups-without-access'], undefined);
});
