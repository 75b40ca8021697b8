import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveSettings } from '../../settings/resolve-settings.ts';
import { createMemorySource } from '../../source/memory-source.ts';
import { prepareBuild } from '../prepare-build.ts';
import { reuseBody } from './reuse-body.ts';

const source = createMemorySource([
  [
    'docs.json',
    JSON.stringify({
      theme: 'mint',
      name: 'A',
      colors: { primary: '#123456' },
      navigation: ['index', 'other', 'links', 'snippet', 'related', 'staff'],
    }),
  ],
  ['index.mdx', 'Text.'],
  ['other.mdx', 'A link to [the first page](/index#text) and a [missing one](/nowhere).'],
  ['links.mdx', 'A link to [a page for staff](/staff).'],
  ['snippet.mdx', "import Staff from '/staff.mdx';\n\n<Staff />"],
  ['related.mdx', '---\nrelated: [staff, other]\n---\nText.'],
  ['staff.mdx', '---\ngroups: [staff]\n---\nFor staff.'],
]);

test('a public page is rendered again only if readers with access see a different text', async () => {
  const request = { source, clock: () => 0, emit: () => undefined };
  const open = await prepareBuild(request, resolveSettings({ restricted: 'exclude' }), () => true);
  const whole = await prepareBuild(request, resolveSettings({ restricted: 'seal' }));
  const isReused = (path: string): boolean => {
    const [planned, own] = [open, whole].map(({ plan }) => plan.pages.find(({ page }) => page.path === path));
    assert.ok(planned && own);
    const made = open.pages.make(planned, open.plan.views.view(path), true);
    return reuseBody(whole, own, { planned, made }) !== undefined;
  };
  assert.deepEqual(['index', 'other'].map(isReused), [true, true]);
  assert.deepEqual(['links', 'snippet', 'related'].map(isReused), [false, false, false]);
});
