import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSite } from '../build/site-format/format-fixture.ts';

interface Item {
  readonly title: string;
  readonly anchor: string;
  readonly day: string;
  readonly text: string;
}

async function feedOf(text: string): Promise<readonly Item[]> {
  const site = await formatSite(
    { navigation: { pages: ['index', 'changes'] } },
    { 'changes.mdx': `---\nrss: true\n---\n\n${text}` },
  );
  const feed = site.files.get('changes/rss.xml') ?? '';
  return [...feed.matchAll(/<item>([^]*?)<\/item>/g)].map(([, item = '']) => {
    const field = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(item)?.[1] ?? '';
    return {
      title: field('title'),
      anchor: field('link').replace(/^[^#]*#?/, ''),
      day: field('pubDate').slice(5, 16),
      text: field('description'),
    };
  });
}

test('an Update with headings results in an item for each heading, with its text and the label’s date', async () => {
  const items = await feedOf(
    '## Quicker\n\n<Update label="2026-03-14" description="v2">\nIntro.\n\n## Quicker\n\nIt is **fast** and [small](/).\n\n```sh\nrun\n```\n\n<Note>Boxed</Note>\n\n### New `flag` {#own}\n\n- One\n- Two\n</Update>',
  );
  assert.deepEqual(items, [
    { title: 'Quicker', anchor: 'quicker-2', day: '14 Mar 2026', text: 'It is fast and small.' },
    { title: 'New flag', anchor: 'own', day: '14 Mar 2026', text: 'One Two' },
  ]);
});

test('a feed’s links are percent-encoded if labels aren’t ASCII', async () => {
  const items = await feedOf('<Update label="2026年3月14日">\n新功能\n</Update>');
  assert.equal(items[0]?.anchor, encodeURI('2026年3月14日'));
});

test('an Update with rss results in one item with the text of rss, even if the Update has headings', async () => {
  const items = await feedOf(
    '<Update label="March 2026" rss={{ title: "Large redesign", description: "All new" }}>\n## A\n\nText.\n</Update>\n\n<Update label="v1" description="June 5, 2025" rss={{ title: "First" }}>\nWords.\n</Update>',
  );
  assert.deepEqual(items, [
    { title: 'Large redesign', anchor: 'march-2026', day: '01 Mar 2026', text: 'All new' },
    { title: 'First', anchor: 'v1', day: '05 Jun 2025', text: 'Words.' },
  ]);
});

test('an Update without headings results in one item with its label and text', async () => {
  const items = await feedOf(
    '<Update label="February 2, 2026" description="v3">\nOnly text.\n</Update>\n\n<Update label="v2" description="Small fixes">\n<Frame>x</Frame>\n</Update>',
  );
  assert.deepEqual(items, [
    { title: 'February 2, 2026', anchor: 'february-2-2026', day: '02 Feb 2026', text: 'Only text.' },
    { title: 'v2', anchor: 'v2', day: '', text: 'Small fixes' },
  ]);
});

for (const [label, day] of [
  ['Mar 5, 2026', '05 Mar 2026'],
  ['5th of March 2026', '05 Mar 2026'],
  ['2026年3月14日', '14 Mar 2026'],
  ['2026년 3월 14일', '14 Mar 2026'],
  ['2026.03.14', '14 Mar 2026'],
  ['2026/3', '01 Mar 2026'],
  ['14 de marzo de 2026', '14 Mar 2026'],
  ['3 août 2026', '03 Aug 2026'],
  ['12 марта 2026 г.', '12 Mar 2026'],
  ['14/03/2026', '14 Mar 2026'],
  ['03/14/2026', '14 Mar 2026'],
  ['04/05/2026', ''],
  ["March '26", '01 Mar 2026'],
  ['Sept. 2, 2026', '02 Sep 2026'],
  ['Marketing 2026', ''],
  ['Q3 2026', '01 Jul 2026'],
  ['Week of 2026-04-01', '01 Apr 2026'],
  ['v2026.13.1', ''],
  ['v1.2.3', ''],
] as const)
  test(`the date in the label "${label}" is ${day === '' ? 'unknown' : day}`, async () => {
    const [item] = await feedOf(`<Update label="${label}">\nText.\n</Update>`);
    assert.equal(item?.day, day);
  });
