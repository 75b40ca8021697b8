import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInComponents } from '../packages/site-builder/src/page/components/built-in-components.ts';
import { sideComponents } from '../packages/site-builder/src/page/components/side-components.ts';
import { readComponentProps } from './component-props.ts';
import { codeIn, readManualPage, readManualRows } from './read-manual.ts';

const page = 'write/components.mdx';
const examples = Array.from(readManualPage(page).matchAll(/^(`{3,})mdx\n([^]*?)^\1$/gm), ([fence, , example = '']) => ({
  fence,
  example,
}));

/** Former names of components that the page mentions. */
const olderNames = ['FileTree', 'FileTree.File', 'FileTree.Folder', 'GitHub.Repo', 'Param', 'SnippetGroup'];

test('docs/write/components.mdx lists each component with exactly the props that its handler reads', () => {
  const documented = new Map<string, Set<string>>();
  for (const [components, props] of readManualRows(page, 'Component', 'Prop', 'Value'))
    for (const name of codeIn(components)) {
      const known = documented.get(name) ?? new Set();
      documented.set(name, known);
      for (const prop of codeIn(props)) known.add(prop);
    }
  const asText = (props: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
    Array.from(props, ([name, names]) => `${name}: ${[...names].toSorted().join(' ')}`).toSorted();
  const [written, read] = [asText(documented), asText(readComponentProps())];
  const differences = {
    'the handlers read': read.filter((line) => !written.includes(line)),
    'the page has': written.filter((line) => !read.includes(line)),
  };
  assert.deepEqual(differences, { 'the handlers read': [], 'the page has': [] }, JSON.stringify(differences));
});

test('no row of docs/write/components.mdx describes several props one after another, because editors show the whole text for each', () => {
  const inOrder = readManualRows(page, 'Component', 'Prop', 'Value').filter(
    ([, props, value = '']) => codeIn(props).length > 1 && value.split('; ').length === codeIn(props).length,
  );
  assert.deepEqual(inOrder, []);
});

test('docs/write/components.mdx has an example of each component, except for older names of components', () => {
  const shown = (name: string): boolean => examples.some(({ example }) => new RegExp(`<${name}[\\s>/]`).test(example));
  const missing = [...builtInComponents.keys()].filter((name) => !shown(name));
  assert.deepEqual(missing.toSorted(), olderNames);
});

test('an example is also shown below its code, unless it would change the whole page', () => {
  const text = readManualPage(page);
  for (const { fence, example } of examples) {
    const changesPage = [...sideComponents, 'View'].some((name) => example.includes(`<${name}`));
    if (!changesPage) assert.ok(text.includes(`${fence}\n\n${example}`), `not shown below its code:\n${example}`);
  }
});
