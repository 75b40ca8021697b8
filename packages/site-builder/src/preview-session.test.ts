import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemorySource, createPreviewSession } from './index.ts';

const files = {
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'T',
    colors: { primary: '#000' },
    navigation: { pages: ['a', 'b'] },
  }),
  'a.mdx': "---\ntitle: A\n---\nimport X from '/snippets/x.mdx';\n\nOne <X />",
  'b.mdx': '---\ntitle: B\n---\n\nTwo',
  'snippets/x.mdx': 'inside',
};
const source = (changes: Readonly<Record<string, string>> = {}) =>
  createMemorySource(Object.entries({ ...files, ...changes }));

test('an edit of a page changes that page alone', async () => {
  const session = await createPreviewSession({ source: source(), clock: () => 0 });
  session.page('a');
  session.page('b');
  const update = await session.update(source({ 'b.mdx': '---\ntitle: B\n---\n\nThree' }), ['b.mdx']);
  assert.deepEqual(update.pages, ['b']);
  assert.match(session.page('b')?.html ?? '', /Three/);
});

test('an edit of a snippet changes the pages that show it', async () => {
  const session = await createPreviewSession({ source: source(), clock: () => 0 });
  session.page('a');
  session.page('b');
  const update = await session.update(source({ 'snippets/x.mdx': 'outside' }), ['snippets/x.mdx']);
  assert.deepEqual(update.pages, ['a']);
  assert.match(session.page('a')?.html ?? '', /outside/);
});

test('an edit of a title reads the site again, because other pages show it', async () => {
  const session = await createPreviewSession({ source: source(), clock: () => 0 });
  const update = await session.update(source({ 'b.mdx': '---\ntitle: Bee\n---\n\nTwo' }), ['b.mdx']);
  assert.equal(update.pages, undefined);
  assert.match(session.page('a')?.html ?? '', />Bee</);
});

test('a page with a fault shows a notice and tells its issue', async () => {
  const session = await createPreviewSession({ source: source({ 'b.mdx': '<Card>' }), clock: () => 0 });
  const page = session.page('b');
  assert.match(page?.html ?? '', /class="build-notice"/);
  assert.deepEqual(
    page?.issues.map(({ code }) => code),
    ['mdx-syntax'],
  );
});

test('files hold everything but the pages', async () => {
  const session = await createPreviewSession({ source: source(), clock: () => 0 });
  const others = await session.files();
  assert.ok(others.has('404.html') && others.has('llms.txt'));
  assert.equal(others.has('a.html'), false);
});
