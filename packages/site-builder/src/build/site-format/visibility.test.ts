import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSite } from './format-fixture.ts';

test('people see the part for humans, agents read theirs, and code about the component stays', async () => {
  const site = await formatSite(
    {},
    {
      'index.mdx':
        'Both.\n\n<Visibility for="humans">\nLook at the picture.\n</Visibility>\n\n<Visibility for="agents">\nCall the API.\n</Visibility>\n\n```mdx\n<Visibility for="humans">x</Visibility>\n```\n',
    },
  );
  assert.match(site.content('index'), /Look at the picture/);
  assert.doesNotMatch(site.content('index'), /Call the API/);
  const markdown = site.files.get('index.md') ?? '';
  assert.match(markdown, /Both\.\n\n\n\nCall the API\.\n\n```mdx\n<Visibility for="humans">x<\/Visibility>\n```\n$/);
  assert.match(site.files.get('llms-full.txt') ?? '', /Call the API/);
});
