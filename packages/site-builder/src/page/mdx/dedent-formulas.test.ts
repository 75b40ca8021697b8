import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childrenOf, type MdNode } from './ast.ts';
import { parsePage } from './parse-page.ts';

function formulasOf(node: MdNode): string[] {
  return node.type === 'math' ? [node.value] : childrenOf(node).flatMap(formulasOf);
}

test('a formula in nested elements is recognized if it is indented by four or six spaces', () => {
  const { tree, faults } = parsePage(
    '<Aside>\n  - x\n\n  <Accordion>\n    $$\n    1{,}000 \\text{ units}\n    $$\n\n    Text\n\n      $$\n      a^{,}\n      $$\n  </Accordion>\n</Aside>\n',
    { math: undefined },
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(formulasOf(tree), ['1{,}000 \\text{ units}', 'a^{,}']);
});

test('code that shows a formula keeps its spaces', () => {
  const { tree } = parsePage('<A>\n    $$\n    b{,}\n    $$\n</A>\n\n```tex\n    $$\n    a\n    $$\n```\n', {
    math: undefined,
  });
  assert.deepEqual(formulasOf(tree), ['b{,}']);
  const code = tree.children.find(({ type }) => type === 'code') as { readonly value?: string } | undefined;
  assert.equal(code?.value, '    $$\n    a\n    $$');
});
