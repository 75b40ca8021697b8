import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

const carousel = `export const posts = [
  { title: "Old", date: "2024-01-02" },

  { title: "New", date: "2025-03-04" },
];

export const Carousel = () => {
  const sorted = [...posts].sort((a, b) => new Date(b.date) - new Date(a.date));

  return <div>{sorted.map((post) => <Card title={post.title}>{new Date(post.date).toLocaleDateString()}</Card>)}</div>;
};
`;

describe('content that a component creates', () => {
  test('is on the page if a snippet sorts by date', async () => {
    const site = await buildFixture({
      'a.mdx':
        'import { Carousel, posts } from "/snippets/c.mdx";\n\n<Carousel />\n\n{posts.map((post) => <b>{post.title}!</b>)}',
      'snippets/c.mdx': carousel,
    });
    assert.deepEqual(site.codes(), []);
    assert.deepEqual(site.content('a').match(/New|Old|3\/4\/2025|1\/2\/2024/g), [
      'New',
      '3/4/2025',
      'Old',
      '1/2/2024',
      'Old',
      'New',
    ]);
  });

  for (const [name, body] of [
    ['a component', 'export const Clock = () => <b>{new Date().getTime()}</b>;\n\n<Clock />'],
    ['a mapped list', '{gone.map((item) => <Card title={item} />)}'],
  ] as const)
    test(`is reported as an error, and replaced with a notice in previews, if ${name} can't be evaluated`, async () => {
      const preview = await buildFixture({ 'a.mdx': body }, { notices: true });
      assert.deepEqual(
        preview.report.issues.map(({ severity }) => severity),
        ['error'],
      );
      assert.match(preview.content('a'), /content could not be rendered/);
      assert.doesNotMatch((await buildFixture({ 'a.mdx': body })).content('a'), /content could not be rendered/);
    });

  test('is reported as a warning if only a value is missing', async () => {
    const site = await buildFixture({ 'a.mdx': 'It is {new Date().getTime()}.' });
    assert.deepEqual(
      site.report.issues.map(({ severity }) => severity),
      ['warning'],
    );
  });
});
