import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';
import { createMemorySource } from '../../source/memory-source.ts';
import { readIgnore } from './read-ignore.ts';

const config = (pages: readonly string[]): string =>
  JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation: { pages } });

describe('files of the repository that aren’t pages', () => {
  test('README, CHANGELOG and instructions for agents are left out unless the navigation lists them', async () => {
    const site = await buildFixture({
      'docs.json': config(['index']),
      'index.mdx': 'x',
      'README.md': 'r',
      'AGENTS.md': 'a',
      'guides/CLAUDE.md': 'c',
      'CONTRIBUTING.md': 'c',
      'changelog.mdx': 'a page',
      'guides/README.md': 'a page',
    });
    const pages = [...site.files.keys()].filter((path) => path.endsWith('.html')).sort();
    assert.deepEqual(pages, ['404.html', 'changelog.html', 'guides/README.html', 'index.html']);
  });

  test('text files in folders whose names begin with a dot aren’t pages, and aren’t reported', async () => {
    const site = await buildFixture({
      'docs.json': config(['index']),
      'index.mdx': 'x',
      '.vale/notes.md': '{broken',
      '.pr-body.md': 'b',
      'guides/.drafts/a.mdx': 'a',
    });
    const pages = [...site.files.keys()].filter((path) => path.endsWith('.html')).sort();
    assert.deepEqual(pages, ['404.html', 'index.html']);
    assert.deepEqual(site.codes(), []);
  });

  test('tools’ folders are left out at any depth and in upper or lower case, with and without an ignore file', () => {
    const without = readIgnore(createMemorySource([]));
    const withOne = readIgnore(createMemorySource([['.mintignore', '# nothing\n']]));
    const ignored = ['.git/HEAD', 'a/.github/x.yml', 'node_modules/p/README.md', 'a/Node_Modules/x.mdx', '.mintignore'];
    const kept = ['a.git/x.mdx', 'xgit/a.mdx', 'node_modules', 'my-node_modules/a.mdx', '.mintignore.mdx', 'git/a.mdx'];
    for (const rules of [without, withOne]) {
      assert.deepEqual(ignored.filter(rules.isIgnored), ignored);
      assert.deepEqual(kept.filter(rules.isIgnored), []);
    }
  });

  test('a file that the navigation lists is a page', async () => {
    const site = await buildFixture({ 'docs.json': config(['CHANGELOG']), 'CHANGELOG.md': '# Changes' });
    assert.ok(site.files.has('CHANGELOG.html'));
    assert.deepEqual(site.codes(), []);
  });

  test('.mintignore excludes files in gitignore syntax', async () => {
    const site = await buildFixture({
      'docs.json': config(['index']),
      '.mintignore': 'drafts/\n*.draft.mdx\n!keep.draft.mdx\n',
      'index.mdx': 'x',
      'drafts/a.mdx': 'a',
      'b.draft.mdx': 'b',
      'keep.draft.mdx': 'k',
    });
    const pages = [...site.files.keys()].filter((path) => path.endsWith('.html')).sort();
    assert.deepEqual(pages, ['404.html', 'index.html', 'keep.draft.html']);
  });
});
