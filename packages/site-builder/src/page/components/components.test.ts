import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { builtInComponents } from './built-in-components.ts';
import { calloutNames } from './callouts.ts';
import { buildFixture } from '../../testing/build-fixture.ts';
import { createFixturePage, element } from './component-fixture.ts';

const NAMES = `Accordion AccordionGroup Badge Callout Card CardGroup CodeGroup CodeBlock Color Color.Row
  Color.Item Columns Column RequestExample ResponseExample Expandable ParamField ResponseField Frame Icon Panel Prompt Steps Step Tabs Tab Tile
  Tooltip Tree Tree.Folder Tree.File Update View Visibility Heading Latex Link Param SnippetGroup FileTree GitHub GitHub.Repo`;

test('every component of the format has a handler', () => {
  const missing = [...NAMES.split(/\s+/), ...calloutNames].filter((name) => !builtInComponents.has(name));
  assert.deepEqual(missing, []);
});

test('the gallery of the example site shows every component', () => {
  const folder = join(import.meta.dirname, '../../../../../examples/docs-site/components');
  const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const absent = [...builtInComponents.keys()].filter((name) => !text.join('').includes(`<${name}`));
  assert.deepEqual(absent, []);
});

const PAYLOAD = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
const PROPS =
  `title description label name icon href img cta tip headline caption hint type default placeholder path query value id color
  className tags pre post actions language filename repo size style stepNumber iconType iconLibrary`.split(/\s+/);

test('hostile values in the props of components add no markup or handler to the page', () => {
  for (const name of builtInComponents.keys()) {
    for (const prop of PROPS) {
      const html = createFixturePage().render(
        element(name, { title: 'T', name: 'N', [prop]: PAYLOAD }, '<p>child</p>'),
      );
      assert.doesNotMatch(html, /<script|<img src=x/i, `${name} ${prop}: ${html}`);
      assert.doesNotMatch(html.replace(/"[^"]*"/g, '""'), /<[^>]*onerror/i, `${name} ${prop}: ${html}`);
    }
  }
});

test('a javascript: address is replaced with a harmless link', () => {
  for (const name of ['Card', 'Tile', 'Link', 'Tooltip']) {
    const html = createFixturePage().render(
      element(name, { title: 'T', href: 'javascript:alert(1)', cta: 'Go', tip: 'x' }, 'text'),
    );
    assert.doesNotMatch(html, /javascript:/, html);
  }
});

test('a color prop that contains more than a color is dropped', () => {
  const html = createFixturePage().render(
    element('Callout', { color: 'red;background:url(//evil)' }, 'x'),
    element('Icon', { icon: 'flag', color: 'red;position:fixed' }),
  );
  assert.doesNotMatch(html, /evil|position/);
});

test('a prop of the wrong type is ignored', () => {
  const wrong = {
    title: {},
    cols: 'many',
    tags: { a: 1 },
    defaultOpen: 'false',
    value: null,
    icon: ['x'],
    actions: {},
    stepNumber: 'x',
    color: {},
    size: true,
    label: {},
    description: ['x'],
  };
  for (const name of builtInComponents.keys()) {
    const plain = createFixturePage().render(element(name, {}, 'x'));
    for (const [prop, value] of Object.entries(wrong)) {
      assert.equal(createFixturePage().render(element(name, { [prop]: value }, 'x')), plain, `${name} ${prop}`);
    }
  }
});

test('a card is one link, and links in its text remain separate', () => {
  const html = createFixturePage().render(
    element('Card', { title: 'Go', href: '/a' }, '<p>Text <a href="/b">inner</a></p>'),
  );
  assert.match(html, /<div class="card-title"><a class="card-cover" href="\/a">Go<\/a><\/div>/);
  assert.equal(html.match(/<a /g)?.length, 2);
  assert.doesNotMatch(html, /<a [^>]*>(?:(?!<\/a>).)*<a /s);
});

test('an external card shows an arrow unless it is turned off', () => {
  const page = createFixturePage();
  assert.match(page.render(element('Card', { title: 'A', href: 'https://x.example' })), /card-arrow/);
  assert.doesNotMatch(
    page.render(element('Card', { title: 'A', href: 'https://x.example', arrow: false })),
    /card-arrow/,
  );
  assert.doesNotMatch(page.render(element('Card', { title: 'A', href: '/x' })), /card-arrow/);
});

test('tabs follow the ARIA pattern: one tab is selected, and each tab names its panel', () => {
  const html = createFixturePage().render(
    element(
      'Tabs',
      { defaultTabIndex: 1 },
      element('Tab', { title: 'One' }, 'a'),
      '\n',
      element('Tab', { title: 'Two' }, 'b'),
    ),
  );
  assert.equal(html.match(/aria-selected="true"/g)?.length, 1);
  assert.match(html, /aria-controls="two" aria-selected="true"/);
  assert.match(html, /role="tabpanel" aria-labelledby="t0-0" id="one" data-title="One" hidden="until-found">a</);
  assert.match(html, /id="two" data-title="Two">b</);
});

test('a code group shows each block’s title once, as the block’s tab', () => {
  const html = createFixturePage().render(
    element(
      'CodeGroup',
      {},
      element('CodeBlock', { language: 'bash', filename: 'npm' }, 'npm i'),
      element('CodeBlock', { language: 'bash', filename: 'yarn' }, 'yarn add'),
    ),
  );
  assert.match(html, /role="tab"[^>]*>npm</);
  assert.doesNotMatch(html, /class="code-title"/);
});

test('steps count from a given number, and only titles that are headings are in the table of contents', () => {
  const page = createFixturePage();
  const html = page.render(
    element('Steps', {}, element('Step', { title: 'A', stepNumber: 7 }), element('Step', { title: 'B' })),
  );
  assert.match(html, /aria-hidden="true">7<.*aria-hidden="true">8</s);
  assert.deepEqual(page.headings, []);
  page.render(element('Steps', { titleSize: 'h3' }, element('Step', { title: 'C' })));
  assert.deepEqual(page.headings, [{ id: 'c', text: 'C', depth: 3 }]);
});

test('an update is in the table of contents before the headings inside it', () => {
  const page = createFixturePage();
  page.render(element('Update', { label: 'May' }, element('Heading', { level: 2 }, 'Inside')));
  assert.deepEqual(
    page.headings.map((heading) => heading.text),
    ['May', 'Inside'],
  );
});

test('content for agents isn’t in the page', () => {
  const page = createFixturePage();
  assert.equal(page.render(element('Visibility', { for: 'agents' }, 'secret')), '');
  assert.equal(page.render(element('Visibility', { for: 'humans' }, 'shown')), 'shown');
});

test('a parameter shows its name, type, location, default and status', () => {
  const html = createFixturePage().render(
    element('ParamField', { query: 'limit', type: 'integer', default: 0, required: true, deprecated: true }, 'x'),
  );
  for (const part of ['field-name', '>limit<', '>integer<', '>query<', '<code>0</code>', '>required<', '>deprecated<'])
    assert.ok(html.includes(part), part);
});

test('a formula that can’t be rendered is shown as text and reported', () => {
  const page = createFixturePage();
  assert.match(page.render(element('Latex', {}, '\\frac{1')), /frac/);
  assert.equal(page.issues[0]?.code, 'math');
});

test('an icon uses the size from a style string', () => {
  const html = createFixturePage().render(element('Icon', { icon: 'github', style: 'width: 14px; height: 14px;' }));
  assert.match(html, /style="width:14px;height:14px"/);
});

describe('steps in a snippet', () => {
  test('continue the numbering of the list', async () => {
    const site = await buildFixture({
      'a.mdx':
        'import One from "/snippets/one.mdx";\n\n<Steps>\n<One />\n\n<Step title="Two">b</Step>\n<One />\n<Step title="Four">d</Step>\n</Steps>',
      'snippets/one.mdx': '<Step title="From a snippet">\n\nText\n\n</Step>',
    });
    const html = site.content('a');
    assert.equal(html.match(/<ol class="steps"/g)?.length, 1);
    assert.deepEqual(
      [...html.matchAll(/class="step-marker" aria-hidden="true">(\d+)</g)].map(([, number]) => number),
      ['1', '2', '3', '4'],
    );
  });
});
