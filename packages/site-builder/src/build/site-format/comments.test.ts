import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSite } from './format-fixture.ts';

test('HTML, Markdown and text files contain no comments from a page or its snippets, except those in code samples', async () => {
  const site = await formatSite(
    {},
    {
      'index.mdx': [
        'import Part from "/snippets/part.mdx";',
        '',
        '{/* SECRET-1: not before March */}',
        '',
        'One {/* SECRET-2 */} two.',
        '',
        '- item',
        '  {/*',
        '    SECRET-3',
        '  */}',
        '',
        '<Note>{/* SECRET-4 */ /* SECRET-5 */}Kept.</Note>',
        '',
        '<Part />',
        '',
        '`{/* inline */}` and {1 + 1 /* counted */}',
        '',
        '```mdx',
        '{/* fenced */}',
        '```',
        '',
      ].join('\n'),
      'snippets/part.mdx': '{/* SECRET-6 */}\n\nA part.\n',
    },
  );
  for (const [path, text] of site.files) if (/\.(?:md|txt|html)$/.test(path)) assert.doesNotMatch(text, /SECRET/, path);
  const markdown = site.files.get('index.md') ?? '';
  assert.match(markdown, /# [^\n]+\n\nOne {2}two\.\n\n- item\n/);
  assert.match(markdown, /<Note>Kept\.<\/Note>\n\nA part\.\n\n`\{\/\* inline \*\/\}` and/);
  assert.match(markdown, /```mdx\n\{\/\* fenced \*\/\}\n```\n$/);
});
