import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { NavTreeOption } from './nav-tree.ts';
import { NavigationViews } from './navigation-views.ts';

const pagesPerVersion = 40;

function versionOf(label: string, id: number): NavTreeOption {
  const entries = Array.from({ length: pagesPerVersion }, (_, page) => ({
    kind: 'page' as const,
    path: `${label}/page-${page}`,
    api: undefined,
    hidden: false,
    specs: [],
  }));
  return {
    label,
    icon: undefined,
    description: '',
    color: '',
    tag: '',
    align: undefined,
    hidden: false,
    isDefault: id === 1,
    searchable: undefined,
    frame: undefined,
    href: undefined,
    content: { id, sets: [], entries, anchors: [] },
  };
}

test("a page's list of versions links to the same page of other versions, and isn't retained after the next pages", async () => {
  const options = ['v1', 'v2', 'v3'].map((label, index) => versionOf(label, index + 1));
  const views = new NavigationViews(
    { id: 0, sets: [{ kind: 'version', options }], entries: [], anchors: [] },
    { labels: (path) => ({ kind: 'page', path, label: path, deprecated: false }) },
  );
  const seen: WeakRef<object>[] = [];
  for (let page = 0; page < pagesPerVersion; page++) {
    const view = views.view(`v2/page-${page}`);
    assert.equal(view.divisions, view.divisions);
    const targets = view.divisions[0]?.options.map(({ target }) => target);
    assert.deepEqual(targets, [`v1/page-${page}`, 'v2/page-0', `v3/page-${page}`]);
    assert.deepEqual(
      view.commonDivisions[0]?.options.map(({ target }) => target),
      ['v1/page-0', 'v2/page-0', 'v3/page-0'],
    );
    seen.push(new WeakRef(view.divisions));
  }
  // A weak reference keeps its target alive until the end of the turn in which it was created.
  await new Promise((resolve) => setImmediate(resolve));
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  assert.ok(seen.filter((list) => list.deref() !== undefined).length < 20);
});
