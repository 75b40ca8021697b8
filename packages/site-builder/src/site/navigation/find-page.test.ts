import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

const spec = (title: string, path: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: { [path]: { get: { tags: ['Pets'], summary: 'List pets', responses: { 200: { description: title } } } } },
  });

const files = (pages: readonly unknown[]): Record<string, string> => ({
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'T',
    colors: { primary: '#000' },
    navigation: { groups: pages },
  }),
  'one.json': spec('One', '/one'),
  'two.json': spec('Two', '/two'),
  'index.mdx': 'Home.',
});

test('operations of two specifications with the same path each have a page; the second page has a number and an issue', async () => {
  const site = await buildFixture(
    files([
      { group: 'One', openapi: 'one.json' },
      { group: 'Two', openapi: 'two.json' },
      { group: 'Again', pages: ['index', 'two.json GET /two'] },
    ]),
  );
  assert.match(site.content('api-reference/pets/list-pets'), /\/one<\/code>/);
  assert.match(site.content('api-reference/pets/list-pets-1'), /\/two<\/code>/);
  const home = site.files.get('index.html') ?? '';
  assert.equal(home.match(/href="\/api-reference\/pets\/list-pets\.html"/g)?.length, 1);
  assert.ok((home.match(/href="\/api-reference\/pets\/list-pets-1\.html"/g)?.length ?? 0) >= 2);
  assert.deepEqual(site.codes(), ['openapi-same-path']);
  assert.match(site.issue('openapi-same-path')?.message ?? '', /one\.json get \/one.*two\.json get \/two.*list-pets-1/);
});

test('a specification that is listed twice has its pages once', async () => {
  const site = await buildFixture(
    files([
      { group: 'One', openapi: 'one.json' },
      { group: 'Again', openapi: 'one.json' },
      { group: 'Home', pages: ['index'] },
    ]),
  );
  assert.deepEqual(site.codes(), []);
  assert.equal(site.files.has('api-reference/pets/list-pets-1.html'), false);
});
