import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from './parse-page.ts';

const outline = (source: string) => {
  const { tree, faults, format } = parsePage(source, { math: undefined });
  return {
    types: tree.children.map(({ type }) => type).filter((type) => type !== 'mdxjsEsm'),
    modules: tree.children.flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value.trim()] : [])),
    faults: faults.length,
    format,
  };
};

/** Exports that MDX accepts. The native parser stops at the first empty line in some of them, and rejects the rest. */
const statements: Readonly<Record<string, string>> = {
  'templates inside templates':
    'export const A = () => {\n  const a = `${x ? `(${y})` : ""}`;\n\n  return { b: a };\n};',
  'a template with empty lines, braces and escaped expressions':
    'export const A = {\n  text: `a: {b\n\n  \\${c: d}\n\n<e>\n`,\n\n  f: 1,\n};',
  'a regular expression with a quote and a brace':
    'export const A = () => {\n  const r = /["\'{`]/;\n\n  return { r };\n};',
  'comments with quotes and braces': "export const A = () => {\n  // don't {\n\n  /* it's ` */\n\n  return 1;\n};",
  'a function':
    'export function A({ b }) {\n  if (b) {\n    return null;\n  }\n\n  return <p>{`${b ? `{${b}` : ""}`}</p>;\n}',
  'a default export': 'export default function A() {\n  const s = `${`{`}`;\n\n  return <i>{s}</i>;\n}',
  'an import on the previous line':
    'import B from "/b.mdx"\nexport const A = () => {\n  const a = `${`}`}{`;\n\n  return a;\n};',
  'more than forty empty lines': `export const A = () => {\n${'  b(`${c ? `(${d})` : ""}`);\n\n'.repeat(60)}  return \`\${\`{\`}\`;\n};`,
  'a long template with the syntax of other languages':
    'export const A = () => {\n  const css = `\n    .a {\n      color: red;\n    }\n\n    .b { margin: 0; }\n  `;\n\n  const yaml = `a: \\${B:c}\n---\n\nd: {e: f}`;\n\n  return <pre>{`${css ? `${yaml}` : css}`}</pre>;\n};',
};

for (const [name, statement] of Object.entries(statements))
  test(`an export is one statement: ${name}`, () => {
    const page = `Before {1 + 1}.\n\n${statement}\n\nIt's **text** of {A}.\n\n<Card title="x">\n\nIn\n\n</Card>\n`;
    assert.deepEqual(outline(page), {
      types: ['paragraph', 'paragraph', 'mdxJsxFlowElement'],
      modules: [statement],
      faults: 0,
      format: 'mdx',
    });
  });

test('an export in a code block is code', () => {
  const page = '```js\nexport const a = `${`{`}`;\n\nexport const b = {\n\n};\n```\n\n{a b}\n';
  assert.deepEqual(outline(page).types, ['code', 'paragraph']);
});
