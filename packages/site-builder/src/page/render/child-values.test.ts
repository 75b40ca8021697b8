import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture, type BuiltSite } from '../../testing/build-fixture.ts';

const imports = "import { Show, Part } from '/snippets/show.jsx';\n\n";

/** A page that passes children to a component with this body. */
const show = (body: string, children: string): Promise<BuiltSite> =>
  buildFixture({
    'a.mdx': `${imports}<Show>${children}</Show>\n\nEnd.`,
    'snippets/show.jsx': `export const Part = ({ name, children }) => <i title={name}>{children}</i>;\nexport const Show = ({ children }) => { ${body} };`,
  });

const several = '\n  <Part name="x">First</Part>\n\n  <Part name="y">\n    Second **bold**\n  </Part>\n';

describe('a component sees its children as it would in React', () => {
  const cases: Readonly<Record<string, readonly [body: string, children: string, shown: RegExp]>> = {
    'several children are a list of elements with props': [
      'return <div>{children.map((child) => child.props.name === "y" ? child : null)}</div>;',
      several,
      /<div><i title="y"><p>Second <strong>bold<\/strong><\/p><\/i><\/div><p>End/,
    ],
    'one child is the element itself': ['return <b>{children.props.name}</b>;', '\n  <Part name="x" />\n', /<b>x<\/b>/],
    'a function is called': [
      'return <b>{typeof children === "function" ? children("v") : "none"}</b>;',
      '{(value) => <i>{value}</i>}',
      /<b><i>v<\/i><\/b>/,
    ],
    'text is a string': ['return <b>{children.trim().toUpperCase()}</b>;', 'abc', /<b>ABC<\/b>/],
    'without children, the value is undefined': [
      'return <b>{children ? "some" : typeof children}</b>;',
      '',
      /<b>undefined<\/b>/,
    ],
    'React.Children counts, maps and lists them': [
      'return <b>{React.Children.count(children)}{Children.map(children, (c) => c.props.name)}{Children.toArray(children).length}</b>;',
      several,
      /<b>2xy2<\/b>/,
    ],
    'they can be cloned with other props': [
      'return <div>{React.Children.map(children, (c) => React.cloneElement(c, { name: "z" }))}</div>;',
      several,
      /<i title="z">First<\/i><i title="z"><p>Second/,
    ],
    'the type of an element is its component': [
      'return <b>{children.filter((c) => c.type === Part).length}</b>;',
      `${several}\n  <Card title="c" />\n`,
      /<b>2<\/b>/,
    ],
    'Markdown becomes HTML elements': [
      'return <b>{children.map((c) => c.type).join(" ")} {children[1].props.children.props.children}</b>;',
      '\n\n## Title\n\n```js\nlet x\n```\n\n- item\n\nText.\n\n',
      /<b>h2 pre ul p let x<\/b>/,
    ],
    'they can be spread, destructured and looped over': [
      'const [first, ...rest] = children; const names = []; for (const c of children) names.push(c.props.name); return <b>{first.props.name}{rest.length}{[...children].length}{names.join("")}</b>;',
      several,
      /<b>x12xy<\/b>/,
    ],
    'Array.isArray and isValidElement recognize them': [
      'return <b>{String(Array.isArray(children))} {String(React.isValidElement(children[0]))}</b>;',
      several,
      /<b>true true<\/b>/,
    ],
  };
  for (const [rule, [body, children, shown]] of Object.entries(cases))
    test(rule, async () => {
      const site = await show(body, children);
      assert.match(site.content('a'), shown);
      assert.deepEqual(site.codes(), []);
    });
});

test('children that are only passed on are rendered once, like text on the page', async () => {
  const text = '\n\n## Title\n\nA [link](/b).\n\n';
  const site = await show('return <section>{children}</section>;', text);
  assert.match(site.content('a'), /<section><h2 id="title">[^]*<\/h2><p>A <a href="\/b">link<\/a>\.<\/p><\/section>/);
  assert.deepEqual(site.codes(), ['broken-link']);
});

test('counting children in a list that doubles at each of 40 levels stops at the step limit', async () => {
  const doubled = Array.from({ length: 40 }, () => 'l = [l, l];').join(' ');
  const site = await show(`let l = [children, children]; ${doubled} return <b>{Children.count(l)}</b>;`, 'x');
  assert.ok(site.codes().includes('expression-limit'));
});

test('the browser receives children as elements if a live component inspects them, and otherwise as markup', async () => {
  const live = (use: string): Promise<BuiltSite> =>
    show(`const [on, set] = useState(false); return <div onClick={() => set(!on)}>${use}</div>;`, several);
  const propsOf = (site: BuiltSite): unknown =>
    JSON.parse(
      (/ data-props="([^"]*)"/.exec(site.content('a'))?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>'),
    );
  const { children } = propsOf(await live('{children.map((c) => c)}')) as {
    children: readonly Record<string, unknown>[];
  };
  assert.deepEqual(
    children.map(({ $name, $props }) => [$name, $props]),
    [
      ['Part', { name: 'x', children: { $html: 'First' } }],
      ['Part', { name: 'y', children: { $html: '<p>Second <strong>bold</strong></p>' } }],
    ],
  );
  const whole = propsOf(await live('{children}')) as { children: Record<string, unknown> };
  assert.deepEqual(Object.keys(whole.children), ['$html']);
});

test('a component passed as a property is also a component in the browser, and an author’s object can’t imitate a component', async () => {
  const site = await buildFixture({
    'a.mdx': `import { Show } from '/snippets/show.jsx';\n\nexport const Mark = () => <em>mark</em>;\n\n<Show Icon={Mark} items={[{ icon: <b>x</b> }]} data={{ $component: "https://evil.example.com/x.js", $html: "<b>", plain: 1 }} />`,
    'snippets/show.jsx':
      'export const Show = ({ Icon, items }) => { const [on] = useState(1); return <p onClick={() => 1}><Icon />{items[0].icon}</p>; };',
  });
  assert.match(site.content('a'), /<p><em>mark<\/em><b>x<\/b><\/p>/);
  const props = (/ data-props="([^"]*)"/.exec(site.content('a'))?.[1] ?? '').replaceAll('&quot;', '"');
  assert.match(props, /"Icon":\{"\$component":"\/_docwright\/islands\/a\.[0-9a-f]+\.js","\$name":"Mark"\}/);
  assert.match(props, /"data":\{"plain":1\}/);
  assert.ok([...site.files.keys()].some((path) => /islands\/a\.[0-9a-f]+\.js$/.test(path)));
});
