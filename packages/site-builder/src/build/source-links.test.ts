import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SourceRepository } from '../settings/source-repository.ts';
import { createMemorySource } from '../source/memory-source.ts';
import { buildSite } from './build-site.ts';
import { BuildCache } from './cache/index.ts';

const repository: SourceRepository = {
  kind: 'github',
  url: 'https://github.com/acme/docs',
  branch: 'main',
  folder: 'site',
};

async function build(
  feedback: object | undefined,
  own: SourceRepository | undefined,
  cache?: BuildCache,
  editorUrl?: string,
) {
  const config = {
    theme: 'mint',
    name: 'Acme',
    colors: { primary: '#0d9373' },
    navigation: { pages: ['a/b'] },
    feedback,
  };
  const source = createMemorySource([
    ['docs.json', JSON.stringify(config)],
    ['a/b.mdx', '---\ntitle: A "quoted" page\n---\n\nText.\n'],
  ]);
  const files = new Map<string, string>();
  const { issues } = await buildSite({
    source,
    clock: () => 0,
    ...(cache && { cache }),
    settings: { repository: own, editorUrl },
    emit: async ({ path, bytes }) => void files.set(path, Buffer.from(bytes).toString()),
  });
  return { page: files.get('a/b.html') ?? '', files, issues };
}

const edit = 'href="https://github.com/acme/docs/edit/main/site/a/b.mdx"';
const issue =
  'href="https://github.com/acme/docs/issues/new?title=Docs%3A%20A%20%22quoted%22%20page&amp;body=Page%3A%20%2Fa%2Fb"';

describe('links to a page’s source', () => {
  test('each link is turned on separately in docs.json', async () => {
    const both = await build({ suggestEdit: true, raiseIssue: true }, repository);
    assert.ok(both.page.includes(edit) && both.page.includes(issue));
    assert.deepEqual(both.issues, []);
    const { page } = await build({ suggestEdit: true }, repository);
    assert.ok(page.includes(edit) && !page.includes('/issues/new'));
  });

  test('without both the setting and a known repository, no file changes', async () => {
    const plain = await build(undefined, undefined);
    assert.deepEqual((await build(undefined, repository)).files, plain.files);
    assert.deepEqual((await build({ suggestEdit: true, raiseIssue: true }, undefined)).files, plain.files);
  });

  test('a cached page is updated if the repository’s branch changes', async () => {
    const cache = new BuildCache({ keeps: 'contents' });
    await build({ suggestEdit: true }, repository, cache);
    const { page } = await build({ suggestEdit: true }, { ...repository, branch: 'next' }, cache);
    assert.ok(page.includes('/edit/next/site/a/b.mdx'));
  });

  test('a site of the service links to the service’s editor, with the repository for other readers if it is known', async () => {
    const editor = 'https://docs.example/edit/prj_1/docs%2Fnew';
    const { page } = await build({ suggestEdit: true, raiseIssue: true }, repository, undefined, editor);
    const known = `href="${editor}/a/b.mdx?repository=https%3A%2F%2Fgithub.com%2Facme%2Fdocs"`;
    assert.ok(page.includes(known) && !page.includes(edit) && page.includes(issue), page);
    const embedded = await build({ suggestEdit: true, raiseIssue: true }, undefined, undefined, editor);
    assert.ok(embedded.page.includes(`href="${editor}/a/b.mdx"`) && !embedded.page.includes('/issues/new'));
    const off = await build({ suggestEdit: false }, undefined, undefined, editor);
    assert.deepEqual(off.files, (await build({ suggestEdit: false }, undefined)).files);
  });

  test('a cached page is updated if the editor moves', async () => {
    const cache = new BuildCache({ keeps: 'contents' });
    await build({ suggestEdit: true }, undefined, cache, 'https://old.example/edit/prj_1/main');
    const { page } = await build({ suggestEdit: true }, undefined, cache, 'https://new.example/edit/prj_1/main');
    assert.ok(page.includes('href="https://new.example/edit/prj_1/main/a/b.mdx"'));
  });
});
