import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

async function markdownOf(text: string): Promise<string> {
  const site = await buildFixture({ 'a.mdx': `---\ntitle: T\n---\n\n${text}\n` });
  return (site.files.get('a.md') ?? '').split('# T\n\n')[1]?.trimEnd() ?? '';
}

describe('the Markdown version of a page contains the author’s text', () => {
  const texts = [
    'From $5 to $10, under $20/month; set $HOME and $PATH.',
    'Within <5s, {1..10}, {no one/a team} and {{ a | b }}.',
    'Mail <me@example.com>, see <https://example.com/a>.<br>',
    '<Card title="c">\nexport is a word here.\n</Card>\n\nimport duties are high.',
    '## Title {#own}\n\nThe {{ undefined.name }} and {{other}}.',
    '<Note>\nNot **closed** <b> here\n</Note>\n\n</Foo>\n\nEnd.',
  ];
  for (const text of texts)
    test(JSON.stringify(text), async () => {
      assert.equal(await markdownOf(text), text);
    });

  test('the Markdown version contains neither comments nor statements between tags', async () => {
    const text =
      'A <!-- b --> c.\n\n<Tabs>\n<Tab title="t">\n\nexport const Row = () => (\n  <i>\n\n    x\n  </i>\n);\n\nIn.\n\n</Tab>\n</Tabs>';
    assert.equal(await markdownOf(text), 'A c.\n\n<Tabs>\n<Tab title="t">\n\n\nIn.\n\n</Tab>\n</Tabs>');
  });

  test('a repaired element keeps its content', async () => {
    const site = await buildFixture({ 'a.mdx': '<Card title="c">\nexport is a word.\n</Card>' });
    assert.match(site.content('a'), /card-body[^]*export is a word\.[^]*<\/div>/);
    assert.deepEqual(site.codes(), ['mdx-syntax']);
  });
});
