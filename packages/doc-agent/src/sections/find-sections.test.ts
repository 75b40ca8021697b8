import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSections, toPlainHeading } from './find-sections.ts';

const page = `---
title: "# No heading"
---

Lead.

## Limits {#limits}

Fifty flags.

\`\`\`sh
# a comment of the shell
\`\`\`

### Raise them

Ask.

{/*
## Hidden
*/}

<Tabs>
  <Tab title="A">
    ## In a tab

    One.
  </Tab>
  <Tab title="B">
    ## In another

    Two.
  </Tab>
</Tabs>

## Use the **\`--force\`** flag ##

Last.
`;

const sections = findSections(page);
const find = (heading: string) => sections.find((section) => section.heading === heading);

test('headings are found with level, ID and line, except in code, comments and frontmatter', () => {
  assert.deepEqual(
    sections.map(({ heading, level, id, line }) => [heading, level, id, line]),
    [
      ['Limits', 2, 'limits', 7],
      ['Raise them', 3, undefined, 15],
      ['In a tab', 2, undefined, 25],
      ['In another', 2, undefined, 30],
      ['Use the --force flag', 2, undefined, 36],
    ],
  );
});

test('a section ends before the next heading of its level, or with the enclosing component', () => {
  const textOf = (heading: string) => page.slice(find(heading)?.bodyStart, find(heading)?.end);
  assert.match(textOf('Limits'), /Fifty[^]*Ask\.[^]*<\/Tabs>\n\n$/);
  assert.equal(textOf('In a tab').trim(), 'One.');
  assert.equal(textOf('In another').trim(), 'Two.');
  assert.equal(textOf('Use the --force flag').trim(), 'Last.');
  const own = page.slice(find('Limits')?.bodyStart, find('Limits')?.ownEnd);
  assert.match(own, /Fifty/);
  assert.doesNotMatch(own, /Ask/);
});

test('a heading’s words have their offsets in the page', () => {
  const { start, end } = find('Use the --force flag')!.text;
  assert.equal(page.slice(start, end), 'Use the **`--force`** flag');
  const crlf = findSections('## A\r\n\r\nx\r\n## B\r\n');
  assert.deepEqual(
    crlf.map(({ heading, end }) => [heading, end]),
    [
      ['A', 11],
      ['B', 17],
    ],
  );
});

test('text that only looks like a heading isn’t one', () => {
  for (const text of ['#hashtag', '####### seven', 'a ## b', '````\n```\n## x\n```\n````\n', '<!-- \n## x\n-->'])
    assert.deepEqual(findSections(text), [], text);
  assert.deepEqual(findSections(''), []);
});

test('a heading’s markup isn’t part of its text', () => {
  assert.equal(toPlainHeading('The [`max_size`](/x) *key*'), 'The max_size key');
  assert.equal(toPlainHeading('C\\# and <Icon icon="x" />more'), 'C# and more');
});
