import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

describe('JavaScript that MDX allows', () => {
  test('an export between the tags of components is in the scope of the whole page', async () => {
    const site = await buildFixture({
      'a.mdx':
        'Before: {late}\n\n<Tabs>\n<Tab title="One">\n\nexport const late = `a {b}`;\n\n<Badge>{late}</Badge>\n\n</Tab>\n<Tab title="Two">\n\nexport const rows = [1,\n  2];\n\n{rows.length} rows\n\n</Tab>\n</Tabs>',
    });
    assert.match(site.content('a'), /Before: a \{b\}[^]*<span class="badge[^>]*>a \{b\}<\/span>[^]*2 rows/);
    assert.deepEqual(site.codes(), []);
  });

  test('an export can contain empty lines, and templates inside templates', async () => {
    const component =
      'export const Row = ({ name, note }) => {\n  const style = {\n    color: "red",\n  };\n\n  const title = `${name}${note ? ` (${note})` : ""}`;\n\n  return (\n    <>\n      <b style={style}>{title}</b>\n\n      <i>after</i>\n    </>\n  );\n};';
    const site = await buildFixture({ 'a.mdx': `${component}\n\nText.\n\n<Row name="n" note="x" />\n\nLast.` });
    assert.match(site.content('a'), /<p>Text\.<\/p><b style="color:red">n \(x\)<\/b><i>after<\/i><p>Last\.<\/p>/);
    assert.deepEqual(site.codes(), []);
  });

  test('an incomplete export is reported, and the text after it is shown', async () => {
    const site = await buildFixture({ 'a.mdx': 'Text.\n\nexport const a = {\n  b: 1,\n\nMore.\n\nLast.' });
    assert.match(site.content('a'), /Last\./);
    assert.ok(['module-syntax', 'mdx-syntax'].includes(site.codes()[0] ?? ''), site.codes().join());
  });

  test('a page’s props are an empty object, which can be spread and read', async () => {
    const site = await buildFixture({
      'a.mdx':
        '<div {...props}>In</div>\n\n<Card title="c" icon={<svg width={3} {...props}><path d="M0" /></svg>} />\n\n[{props.title}]',
    });
    assert.match(site.content('a'), /<div>In<\/div>[^]*<svg width="3"><path d="M0"><\/path><\/svg>[^]*\[\]/);
    assert.deepEqual(site.codes(), []);
  });
});

describe('characters that have a meaning in code', () => {
  const texts: readonly (readonly [written: string, shown: string])[] = [
    ['E = {T, H, V}', 'E = {T, H, V}'],
    ['Numbers {1, 2, 3} count', 'Numbers {1, 2, 3} count'],
    ['By {no-one} or {a/b}', 'By {no-one} or {a/b}'],
    ['A {one two} and {x: y, z: w}', 'A {one two} and {x: y, z: w}'],
    ['By {user-id}, {item(s)}, {users[0]}', 'By {user-id}, {item(s)}, {users[0]}'],
    ['A {GET || POST}, {yes ? no : maybe}, {limit=10}', 'A {GET || POST}, {yes ? no : maybe}, {limit=10}'],
    ['In {location}, {document} or {key => value}', 'In {location}, {document} or {key =&gt; value}'],
    [
      'In {this}, {this.value}, {await x} or {await get(url)}',
      'In {this}, {this.value}, {await x} or {await get(url)}',
    ],
    [
      'A {static}, {yield}, {super.x}, {delete x} or {new.target}',
      'A {static}, {yield}, {super.x}, {delete x} or {new.target}',
    ],
    ['A {class A {}} in {import.meta.env} or {import("x")}', 'A {class A {}} in {import.meta.env} or {import("x")}'],
    ['Sum {1 + 2}', 'Sum 3'],
    ['Sum {[1, 2].map((n) => n * 2).join("+")}', 'Sum 2+4'],
  ];
  for (const [written, shown] of texts)
    test(`"${written}" is shown as "${shown}"`, async () => {
      const site = await buildFixture({ 'a.mdx': `${written}.\n\nAfter **it**.` });
      assert.ok(site.content('a').includes(`<p>${shown}.</p><p>After <strong>it</strong>.</p>`), site.content('a'));
    });

  test('syntax without a value is shown as text, a function is left out, and both are reported', async () => {
    const messages = async (text: string) =>
      (await buildFixture({ 'a.mdx': text })).report.issues.map((one) => one.message);
    assert.deepEqual(await messages('See {this}.'), ['"{this}" has no value on a page; it is shown as text.']);
    assert.match(
      (await messages('See {static}.'))[0] ?? '',
      /^"\{static\}" is not JavaScript: .*; it is shown as text\.$/,
    );
    for (const text of ['{function () {}}', '{async () => {}}', '{Math.max}'])
      assert.deepEqual(await messages(`See ${text}.`), [
        'An expression returns a function instead of text or an element; it was left out.',
      ]);
  });

  test('a reader’s value is empty for readers who aren’t signed in', async () => {
    const site = await buildFixture({ 'a.mdx': 'Call {user.profile.id}.' });
    assert.match(site.content('a'), /<p>Call <dw-island [^>]*><\/dw-island>\.<\/p>/);
    // `user` is then empty: `user.profile?.id` causes no issue.
    assert.deepEqual(site.codes(), ['expression-error']);
  });

  test('braces that are text are reported with their line, even between the tags of a component', async () => {
    const site = await buildFixture({ 'a.mdx': 'Text.\n\n<Steps>\n  <Step title="s">{A, B}</Step>\n</Steps>' });
    assert.match(site.content('a'), /\{A, B\}/);
    assert.deepEqual(site.codes(), ['expression-error']);
    assert.equal(site.issue('expression-error')?.line, 4);
  });

  test('types in braces are reported and shown as text; calls of types, and the page’s own names, are values', async () => {
    const site = await buildFixture({
      'a.mdx':
        'export const Array = "own";\n\n### scopes {Object}\n\nA {String}, {Number}: {String(5)}{Array}{undefined}.',
    });
    assert.match(site.content('a'), /scopes \{Object\}/);
    assert.match(site.content('a'), /A \{String\}, \{Number\}: 5own\./);
    assert.deepEqual([...new Set(site.codes())], ['expression-error']);
  });

  test('dollar signs in template variables and SQL parameters aren’t formulas; TeX is', async () => {
    const site = await buildFixture({
      'a.mdx':
        '<p>In <code>$\\{name}</code> to <code>$\\{client}</code>.</p>\n\nHi "$\\{name}" and "$\\{other}".\n\nRun $$select $1 + $1$$ once, $$ and $(x) $$.\n\nTeX $x^2$ and ${n \\choose k}$.',
    });
    assert.match(site.content('a'), /In <code>\$\{name\}<\/code> to <code>\$\{client\}<\/code>\./);
    assert.match(site.content('a'), /Hi "\$\{name\}" and "\$\{other\}"\./);
    assert.match(site.content('a'), /Run \$\$select \$1 \+ \$1\$\$ once, \$\$ and \$\(x\) \$\$\./);
    assert.equal(site.content('a').split('class="katex"').length - 1, 2);
    assert.deepEqual(site.codes(), []);
  });

  const long = '-'.repeat(3000);
  const blocks: Readonly<Record<string, string>> = {
    'a table border': `\`\`\`\n+${long}+\n${long}\n\`\`\``,
    'a border of spaced signs': `~~~\n${'- '.repeat(1500)}\n~~~`,
    'minified HTML': `\`\`\`html\n${'<b>{'.repeat(3000)}\n\`\`\``,
    'character references': `\`\`\`\n${'&amp;'.repeat(5000)}\n\`\`\``,
  };
  for (const [name, block] of Object.entries(blocks))
    test(`${name} in a code block doesn’t turn the page into plain text`, async () => {
      const site = await buildFixture({ 'a.mdx': `## Title\n\n${block}\n\n- **bold**` });
      assert.match(site.content('a'), /<h2 id="title">[^]*<li><strong>bold<\/strong>/);
      assert.deepEqual(site.codes(), []);
    });

  test('a long line of dashes or stars is a thematic break', async () => {
    const site = await buildFixture({ 'a.mdx': `a\n\n${'- '.repeat(1200)}\n\n${'* '.repeat(1200)}\n\n**b**` });
    assert.match(site.content('a'), /<p>a<\/p><hr><hr><p><strong>b/);
    assert.deepEqual(site.codes(), []);
  });

  test('a code block that ends at a less indented line doesn’t hide the following text from the limits', async () => {
    const site = await buildFixture({ 'a.mdx': `- x\n  \`\`\`\n${'>'.repeat(3000)} y\n  \`\`\`\n` });
    assert.deepEqual(site.codes(), ['nesting-limit']);
  });
});

test('a pair of braces in another template language is one fault, and unknown variables aren’t faults', async () => {
  const site = await buildFixture({ 'a.mdx': 'A {{ x | y }}, ${{ secrets.TOKEN }}, {{ a.b }}, "$id" and "^$".' });
  assert.match(
    site.content('a'),
    /<p>A \{\{ x \| y \}\}, \$\{\{ secrets\.TOKEN \}\}, \{\{ a\.b \}\}, "\$id" and "\^\$"\.<\/p>/,
  );
  assert.deepEqual(site.codes(), ['mdx-syntax']);
});

test('a snippet shows the content that a page passes to it, in the page and its Markdown', async () => {
  const site = await buildFixture({
    'a.mdx': `import Box from '/snippets/box.mdx';\n\n<Box>\n\nOwn **words**.\n\n</Box>\n\n<Box />`,
    'snippets/box.mdx': 'Before.\n\n{props.children}\n\n<div>{children}</div>',
  });
  assert.equal(site.content('a').split('<p>Own <strong>words</strong>.</p>').length - 1, 2);
  assert.match(site.files.get('a.md') ?? '', /Own \*\*words\*\*/);
  assert.deepEqual(site.codes(), []);
});

test('directives of other tools are shown as text and reported, even in lists; three colons in prose aren’t reported', async () => {
  const site = await buildFixture({
    'a.mdx': ':::info Title\nText.\n:::\n\n- Item\n\n  ::::steps\n\nA ::: b.\n\n```\n:::note\n```\n',
  });
  assert.deepEqual(
    site.report.issues.map(({ code, line, severity }) => `${line} ${severity} ${code}`),
    ['1 warning mdx-syntax', '7 warning mdx-syntax'],
  );
  assert.match(site.content('a'), /:::info Title/);
});

test('code samples keep their import lines in Markdown and llms-full.txt; imports of the page and its snippets are removed', async () => {
  const sample = '```js\nimport { a } from "pkg";\nimport b from "b";\n\nexport const c = a(b);\n```';
  const site = await buildFixture({
    'a.mdx': `import Part from '/snippets/part.mdx';\nimport {\n  X,\n} from "/snippets/x.jsx";\n\nText.\n\n${sample}\n\n<Part />\n\n<X />`,
    'snippets/part.mdx': `import { X } from '/snippets/x.jsx';\n\nPart.\n\n${sample.replaceAll('"b"', '"part"')}`,
    'snippets/x.jsx': 'export const X = () => <b>x</b>;',
  });
  for (const text of [site.files.get('a.md') ?? '', site.files.get('llms-full.txt') ?? '']) {
    assert.ok(text.includes(sample), text);
    assert.ok(text.includes('import b from "part";'), text);
    assert.doesNotMatch(text, /snippets\//);
  }
});
