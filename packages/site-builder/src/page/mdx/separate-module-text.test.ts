import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from './parse-page.ts';

const outline = (source: string) => {
  const { tree, faults } = parsePage(source, { math: undefined });
  return {
    types: tree.children.map(({ type }) => type),
    modules: tree.children.flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value.trim()] : [])),
    lines: faults.map(({ line }) => line),
  };
};

test('text directly after imports is content, and the imports are kept', () => {
  assert.deepEqual(outline('import A from "/a.mdx"\nimport B from "/b.mdx"\n<A x="1"/>\n\nText with $5 and $6.\n'), {
    types: ['mdxjsEsm', 'mdxJsxFlowElement', 'paragraph'],
    modules: ['import A from "/a.mdx"\nimport B from "/b.mdx"'],
    lines: [3],
  });
  assert.deepEqual(outline('import A from "/a.mdx";\n<A />\n').types, ['mdxjsEsm', 'mdxJsxFlowElement']);
  assert.deepEqual(outline('Text\n\nexport const a = {\n  b: 1,\n};\n## Heading {a.b}\n\nMore\n'), {
    types: ['mdxjsEsm', 'paragraph', 'heading', 'paragraph'],
    modules: ['export const a = {\n  b: 1,\n};'],
    lines: [6],
  });
});

test('a paragraph that starts with the word import is a paragraph', () => {
  const { tree, faults } = parsePage('import your data with **care**.\n', { math: undefined });
  assert.equal(tree.children[0]?.type, 'paragraph');
  assert.equal(faults.length, 1);
});

test('an invalid statement isn’t shown to readers as text', () => {
  assert.deepEqual(outline('export const a = ;\n\nText\n').types, ['mdxjsEsm', 'paragraph']);
});

test('correct modules are unchanged, including their empty lines', () => {
  const source =
    'import A from "/a.mdx"\n\nexport const B = () => {\n  const a = 1\n\n  return <p>{a}</p>\n}\n\nText\n';
  assert.deepEqual(outline(source), {
    types: ['mdxjsEsm', 'mdxjsEsm', 'paragraph'],
    modules: ['import A from "/a.mdx"', 'export const B = () => {\n  const a = 1\n\n  return <p>{a}</p>\n}'],
    lines: [],
  });
});
