import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeWholeLinks } from './whole-links.ts';

const whole = (markdown: string): string =>
  writeWholeLinks(markdown, (written) => (written.includes('missing') ? undefined : `https://x.example/${written}`));

test('addresses in links, images, definitions and attributes become absolute', () => {
  const cases = [
    ['[a](/b#c)', '[a](https://x.example//b#c)'],
    ['[a](<b>) and [c](../d "Title")', '[a](<https://x.example/b>) and [c](https://x.example/../d "Title")'],
    ['![a](img/a.png)', '![a](https://x.example/img/a.png)'],
    ['[a]: ./b', '[a]: https://x.example/./b'],
    ['<Card title="x" href="/b">', '<Card title="x" href="https://x.example//b">'],
    ["<img src='/b.png' />", "<img src='https://x.example//b.png' />"],
    ['[![a](b)](c)', '[![a](https://x.example/b)](https://x.example/c)'],
  ] as const;
  for (const [markdown, expected] of cases) assert.equal(whole(markdown), expected);
});

test('absolute addresses, anchors, unresolved links and code are unchanged', () => {
  const kept = [
    '[a](https://y.example/b) [c](#d) [e](mailto:f@y.example) [g](//y.example/h)',
    '[a](/missing)',
    'Write `[a](/b)` or ``[`a`](/b)``.',
    '```md\n[a](/b)\n```',
    '  ~~~\n  [a](/b)\n  ~~~',
    '````md\n```\n[a](/b)\n```\n````',
    '```md\n[a](/b) in a fence that nobody closes',
  ];
  for (const markdown of kept) assert.equal(whole(markdown), markdown);
  assert.equal(whole('```\n[a](/b)\n```\n\n[a](/b)'), '```\n[a](/b)\n```\n\n[a](https://x.example//b)');
});
