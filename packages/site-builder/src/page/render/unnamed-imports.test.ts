import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

const table = `export const Row = ({ title, children }) => <div id={"row-" + title}>{title}: {children}</div>;
export const Choice = ({ children }) => <em>{children}</em>;
export const Card = () => <b>own card</b>;
export const limit = 5;
const Hidden = () => <i>hidden</i>;
`;

describe('an import provides all components of its file', () => {
  const cases = [
    [
      'including those that the import does not name',
      'import { Row } from "/snippets/t.jsx";\n\n<Row title="a"><Choice>x</Choice></Row>',
      'id="row-a".*<em>x</em>',
    ],
    [
      'also to a sibling snippet',
      'import A from "/snippets/a.mdx";\nimport B from "/snippets/b.mdx";\n\n<A />\n\n<B />',
      'id="row-first".*id="row-second"',
    ],
    [
      'also to the page that contains the importing snippet',
      'import Outer from "/snippets/outer.mdx";\n\n<Outer />\n\n<Choice>y</Choice>',
      '<em>y</em>',
    ],
  ] as const;
  const files = {
    'snippets/t.jsx': table,
    'snippets/a.mdx': '<Row title="first">one</Row>\n',
    'snippets/b.mdx': 'import { Row } from "/snippets/t.jsx";\n\n<Row title="second">two</Row>\n',
    'snippets/outer.mdx': 'import { Row } from "/snippets/t.jsx";\n\n<Row title="outer">three</Row>\n',
  };
  for (const [name, page, shown] of cases)
    test(name, async () => {
      const site = await buildFixture({ ...files, 'a.mdx': page });
      assert.deepEqual(site.codes(), []);
      assert.match(site.content('a').replaceAll('\n', ''), new RegExp(shown));
    });

  test('built-in components, private components and other values keep their meaning', async () => {
    const site = await buildFixture({
      ...files,
      'a.mdx': 'import { Row } from "/snippets/t.jsx";\n\n<Card title="built in" />\n\n<Hidden />\n\nAt most {limit}.',
    });
    assert.deepEqual(site.codes().sort(), ['undefined-name', 'unknown-component']);
    assert.match(site.content('a'), /built in/);
    assert.doesNotMatch(site.content('a'), /own card|hidden/);
  });

  test('imports of files that import each other also provide all components', async () => {
    const site = await buildFixture({
      'a.mdx': 'import X from "/snippets/x.mdx";\n\n<X />\n\n<Choice>z</Choice>',
      'snippets/x.mdx': 'import Y from "/snippets/y.mdx";\nimport { Row } from "/snippets/t.jsx";\n\nX\n',
      'snippets/y.mdx': 'import X from "/snippets/x.mdx";\n\nY\n',
      'snippets/t.jsx': table,
    });
    assert.deepEqual(site.codes(), []);
    assert.match(site.content('a'), /<em>z<\/em>/);
  });
});
