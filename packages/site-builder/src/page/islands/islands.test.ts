import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

const counter = `const { useState } = React;
import { Label } from './label.jsx';
export const Counter = ({ start }) => {
  const [n, setN] = useState(start);
  return <span><Label text="Count" /><button onClick={() => setN(n + 1)}>{n}</button></span>;
};`;
const files = {
  'a.mdx': "import { Counter } from '/snippets/counter.jsx';\n\n<Counter start={3} />",
  'b.mdx': 'No component.',
  'snippets/counter.jsx': counter,
  'snippets/label.jsx': 'export const Label = ({ text }) => <em>{text}</em>;',
};

test('a component with state is shown in its initial state, and refers to its module', async () => {
  const site = await buildFixture(files);
  assert.match(
    site.content('a'),
    /data-component="Counter" data-props="\{&quot;start&quot;:3\}"><span><em>Count<\/em><button>3<\/button><\/span><\/dw-island>/,
  );
  const [path = ''] = /_docwright\/islands\/snippets-counter\.[0-9a-f]{10}\.js/.exec(site.content('a')) ?? [];
  assert.match(site.files.get(path) ?? '', /^import \{ React, h \} from "\.\/runtime\.[0-9a-f]{10}\.js";/);
  assert.match(site.files.get(path) ?? '', /from "\.\/snippets-label\.[0-9a-f]{10}\.js"/);
  assert.deepEqual(site.report.issues, []);
});

test('a page without islands loads no framework', async () => {
  const site = await buildFixture(files);
  assert.doesNotMatch(site.files.get('b.html') ?? '', /islands/);
});

test('a module’s name changes if a module that it imports changes', async () => {
  const nameOf = (html: string): string | undefined => /snippets-counter\.\w+\.js/.exec(html)?.[0];
  const one = await buildFixture(files);
  const other = await buildFixture({
    ...files,
    'snippets/label.jsx': 'export const Label = ({ text }) => <b>{text}</b>;',
  });
  assert.notEqual(nameOf(one.content('a')), nameOf(other.content('a')));
});

test('a module’s name changes if the site uses another icon library', async () => {
  const nameOf = async (library: string): Promise<string | undefined> => {
    const module =
      "export const Bell = () => { const [on, set] = React.useState(0); return <Card title=\"x\" icon={on ? 'bell' : 'x'} />; };";
    const config = {
      theme: 'mint',
      name: 'T',
      colors: { primary: '#0d9373' },
      icons: { library },
      navigation: { pages: ['a'] },
    };
    const site = await buildFixture({
      'docs.json': JSON.stringify(config),
      'a.mdx': "import { Bell } from '/snippets/bell.jsx';\n\n<Bell />",
      'snippets/bell.jsx': module,
    });
    return /snippets-bell\.\w+\.js/.exec(site.content('a'))?.[0];
  };
  assert.notEqual(await nameOf('lucide'), await nameOf('fontawesome'));
});

test('with scripts off, a component keeps its initial state and no module is written', async () => {
  const site = await buildFixture(files, { javaScript: 'off' });
  assert.match(site.content('a'), /<button>3<\/button>/);
  assert.equal(
    [...site.files.keys()].some((path) => path.includes('islands')),
    false,
  );
});

test('a component without state or handlers is plain HTML', async () => {
  const site = await buildFixture({ 'a.mdx': 'export const Plain = ({ x }) => <i>{x}</i>;\n\n<Plain x="1" />' });
  assert.match(site.content('a'), /<i>1<\/i>/);
  assert.doesNotMatch(site.content('a'), /dw-island/);
});

test('types are removed from a .tsx file', async () => {
  const typed =
    'interface Props { names: string[] }\nexport const Typed = ({ names }: Props) => <ul>{names.map((name: string) => <li>{name}</li>)}</ul>;';
  const site = await buildFixture({
    'a.mdx': "import { Typed } from '/snippets/typed.tsx';\n\n<Typed names={['a']} />",
    'snippets/typed.tsx': typed,
  });
  assert.match(site.content('a'), /<ul><li>a<\/li><\/ul>/);
});

test('a live component that needs JavaScript that the build can’t evaluate isn’t an error', async () => {
  const pick = (attribute: string): string =>
    `export const Pick = () => { const m = new Map([[1, 'one']]); return <b ${attribute}>{m.get(1)}</b>; };`;
  const files = { 'a.mdx': "import { Pick } from '/snippets/pick.jsx';\n\n<Pick />" };
  const live = await buildFixture({ ...files, 'snippets/pick.jsx': pick('onClick={() => 1}') });
  assert.equal(live.issue('unsupported-expression')?.severity, 'info');
  const still = await buildFixture({ ...files, 'snippets/pick.jsx': pick('id="x"') });
  assert.equal(still.issue('unsupported-expression')?.severity, 'error');
});

test('a live component that uses browser APIs isn’t an error', async () => {
  const site = await buildFixture({
    'a.mdx': "import { Pick } from '/snippets/pick.jsx';\n\n<Pick />",
    'snippets/pick.jsx':
      "export const Pick = () => { const [x, set] = useState(localStorage.getItem('x')); return <b onClick={() => set(1)}>{x}</b>; };",
  });
  assert.equal(site.issue('undefined-name')?.severity, 'info');
  assert.match(site.content('a'), /<dw-island/);
});
