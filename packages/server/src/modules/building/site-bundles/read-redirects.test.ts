import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildSite, createMemorySource } from '@docwright/site-builder';
import { readRedirects } from '@docwright/bundle';

describe('redirects of a built site', () => {
  test('include whether each redirect of the builder’s list is permanent', async () => {
    const config = {
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      navigation: { pages: ['a'] },
      redirects: [
        { source: '/old', destination: '/a' },
        { source: '/new/:slug*', destination: '/a', permanent: false },
      ],
    };
    const files = new Map<string, Uint8Array | string>();
    await buildSite({
      source: createMemorySource(Object.entries({ 'docs.json': JSON.stringify(config), 'a.mdx': 'a' })),
      clock: () => 0,
      emit: ({ path, bytes }) => void files.set(path, bytes),
    });
    assert.deepEqual(readRedirects(files.get('redirects.json') ?? '').slice(0, 2), [
      { source: '/old', destination: '/a', permanent: true },
      { source: '/new/:slug*', destination: '/a', permanent: false },
    ]);
  });

  test('are empty if the file isn’t a list of redirects', () => {
    for (const text of ['', '[]', '{}', '{"redirects":{}}', '{"redirects":[1,null,{"source":1}]}'])
      assert.deepEqual(readRedirects(text), []);
  });
});
