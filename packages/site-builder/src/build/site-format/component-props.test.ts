/** Checks that every prop of every component has a visible effect. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calloutNames } from '../../page/components/callouts.ts';
import { formatSite } from './format-fixture.ts';

type Case = readonly [mdx: string, ...patterns: readonly RegExp[]];

const components: Readonly<Record<string, Case>> = {
  'Accordion, AccordionGroup': [
    '<AccordionGroup><Accordion title="A" description="Desc" defaultOpen id="acc" icon="star" iconType="solid">x</Accordion></AccordionGroup>',
    /<details class="accordion" id="acc" open>[^]*<svg[^]*Desc/,
  ],
  'Badge: size, shape, stroke, disabled, className, icon': [
    '<Badge size="xs" shape="pill" stroke disabled className="mine" icon="star">x</Badge>',
    /class="badge badge-gray badge-xs badge-pill badge-stroke badge-disabled mine"><svg/,
  ],
  'Callout: icon, color, title': [
    '<Callout icon="key" color="#FFC107" iconType="regular" title="Hey">x</Callout>',
    /#FFC107/,
    /callout-title">Hey/,
    /<svg/,
  ],
  'Card, CardGroup': [
    '<CardGroup cols={3}><Card title="T" icon="star" color="#ff0000" href="/index" horizontal cta="Go" arrow img="/i.svg">x</Card></CardGroup>',
    /columns-by-3/,
    /card-horizontal/,
    /#ff0000/,
    /card-image/,
    /card-cta[^]*Go/,
    /card-arrow/,
  ],
  'CodeGroup: titles as tabs': [
    '<CodeGroup>\n\n```js One\na\n```\n\n```py Two\nb\n```\n\n</CodeGroup>',
    /role="tab"[^]*One/,
  ],
  'CodeGroup: dropdown': [
    '<CodeGroup dropdown>\n\n```js One\na\n```\n\n```py Two\nb\n```\n\n</CodeGroup>',
    /<option value="0" selected>One/,
  ],
  CodeBlock: [
    '<CodeBlock language="js" filename="a.js" icon="star" lines wrap expandable highlight="[1,3]" focus="[2]">\n{`a\nb\nc`}\n</CodeBlock>',
    /a\.js/,
    /highlighted/,
    /focused/,
  ],
  'Color: compact, light and dark': [
    '<Color variant="compact"><Color.Item name="p" value="#ff0000" /><Color.Item name="q" value={{light:"#00ff00",dark:"#0000ff"}} /></Color>',
    /color-compact/,
    /--light:#00ff00;--dark:#0000ff/,
  ],
  'Color: table': [
    '<Color variant="table"><Color.Row title="Row"><Color.Item name="p" value="rgb(1,2,3)"/></Color.Row></Color>',
    /color-row-title">Row[^]*rgb\(1,2,3\)/,
  ],
  'Columns, Column': ['<Columns cols={4}><Column>a</Column></Columns>', /columns-by-4[^]*class="column">a/],
  Expandable: ['<Expandable title="props" defaultOpen>x</Expandable>', /<details class="expandable" open>[^]*props/],
  ParamField: [
    '<ParamField path="p" type="string" required deprecated default="d" placeholder="ph">x</ParamField><ParamField query="q"/><ParamField body="b"/><ParamField header="h"/>',
    /required/,
    /field-struck/,
    /<code>d<\/code>/,
    /<code>ph<\/code>/,
    /field-place">path[^]*field-place">query[^]*field-place">body[^]*field-place">header/,
  ],
  ResponseField: [
    '<ResponseField name="n" type="t" default="d" required deprecated pre={["one"]} post={["two"]}>x</ResponseField>',
    /one[^]*>n<[^]*two/,
  ],
  Frame: ['<Frame caption="A **cap**" hint="A hint"><img src="/i.svg" alt="a"/></Frame>', /A hint[^]*<strong>cap/],
  Icon: [
    '<Icon icon="star" color="#ff0000" size={24} className="mine" iconType="regular" />',
    /icon-inline mine"[^>]*width:24px;height:24px;color:#ff0000/,
  ],
  'Icon with a style as text': ['<Icon icon="star" style="width: 14px" />', /14px/],
  'mermaid: actions, placement': [
    '```mermaid actions placement="top-left"\ngraph TD; A-->B\n```',
    /<dw-mermaid[^>]*top-left/,
  ],
  Prompt: [
    '<Prompt description="Do **it**" actions={["copy","cursor"]} icon="star">Say hi</Prompt>',
    /<strong>it<\/strong>/,
    /data-copy="Say hi"/,
    /cursor:\/\//,
  ],
  'Steps, Step': [
    '<Steps titleSize="h3"><Step title="One" icon="star" id="one" titleSize="h2">a</Step><Step title="Two" stepNumber={7} noAnchor>b</Step></Steps>',
    /id="one"/,
    /<h2 class="step-title">One/,
    />7<[^]*<h3 class="step-title">Two<\/h3>/,
  ],
  'Tabs, Tab': [
    '<Tabs defaultTabIndex={1} sync={false} borderBottom><Tab title="A" id="ta" icon="star">a</Tab><Tab title="B">b</Tab></Tabs>',
    /tabs-bordered"><div/,
    /aria-selected="false"[^]*<svg[^]*aria-selected="true"/,
    /id="ta"/,
  ],
  Tile: [
    '<Tile href="/index" title="T" description="D"><img src="/i.svg" alt=""/></Tile>',
    /tile-title[^]*T[^]*tile-description">D/,
  ],
  Tooltip: ['<Tooltip tip="Tip" headline="Head" cta="Go" href="/index">w</Tooltip>', /Head[^]*Tip[^]*Go →/],
  Tree: [
    '<Tree><Tree.Folder name="src" defaultOpen><Tree.File name="a.ts"/></Tree.Folder><Tree.Folder name="x" openable={false}><Tree.File name="b"/></Tree.Folder></Tree>',
    /<details open>[^]*src[^]*a\.ts[^]*<span class="tree-name">/,
  ],
  'FileTree with folders': [
    '<FileTree><FileTree.Folder name="f"><FileTree.File name="g"/></FileTree.Folder></FileTree>',
    /tree-folder[^]*f[^]*g/,
  ],
  Update: [
    '<Update label="L" description="D" tags={["T1","T2"]} rss={{title:"rt",description:"rd"}}>x</Update>',
    /data-tags="/,
    /T1/,
  ],
  View: ['<View title="A" icon="star">a</View><View title="B">b</View>', /view-chooser/],
  'Heading, Latex, Link, Param, GitHub': [
    '<Heading level={3} id="hh">Hi</Heading>\n\n<Latex>x^2</Latex>\n\n<Link href="/index">l</Link>\n\n<GitHub.Repo owner="a" repo="b"/>\n\n<Param name="x" type="string">d</Param>',
    /<h3 id="hh">/,
    /class="katex/,
    /index\.html/,
    /github\.com\/a\/b/,
  ],
};

const fences: Readonly<Record<string, Case>> = {
  'free title': ['```ts Free text title\nx\n```', /Free text title/],
  'title=, icon, lines, wrap, expandable': [
    '```ts title="T.ts" icon="star" lines wrap expandable\nx\n```',
    /T\.ts/,
    /<svg/,
    /with-lines|code-lines|has-lines|lines/,
  ],
  '{1,3}, highlight={2}, focus={1-2}': ['```ts {1,3} highlight={2} focus={1-2}\na\nb\nc\n```', /highlighted focused/],
  '[!code ++:2] and [!code --]': [
    '```ts\na // [!code ++:2]\nb\nc // [!code --]\n```',
    /diff add[^]*diff add[^]*diff remove/,
  ],
  '[!code highlight|focus|error|warning]': [
    '```ts\na // [!code highlight]\nb // [!code focus]\nc // [!code error]\nd // [!code warning]\n```',
    /highlighted[^]*focused[^]*error[^]*warning/,
  ],
  twoslash: ['```ts twoslash\nconst a = 1\n//    ^?\n```', /const/],
  'a language in uppercase, and an unknown one': [
    '```TypeScript\nconst a = 1\n```\n\n```outputx\nx\n```',
    /tk-k">const/,
  ],
};

const markdown: Readonly<Record<string, Case>> = {
  'heading ids': ['## Hello {#own}\n\n[x](#own)', /<h2 id="own">/],
  comments: ['a {/* secret */} b', /a\s+b/],
  'sub and sup': ['H<sub>2</sub>O', /<sub>2<\/sub>/],
  'prices are not formulas': ['It costs $500-$1,500 and $20 more.', /\$500-\$1,500 and \$20 more/],
  formulas: ['$$\nx^2\n$$\n\nInline $a_b$.', /class="katex-display"[^]*class="katex"/],
  'personalized text without a user': ['Hi {user.firstName ?? "you"}', /Hi <dw-island [^>]*>you<\/dw-island>/],
  'task lists and footnotes': ['- [x] a\n\nb[^1]\n\n[^1]: note', /type="checkbox"[^]*checked[^]*note/],
};

for (const [what, cases] of Object.entries({ component: components, 'code fence': fences, Markdown: markdown })) {
  describe(what, () => {
    for (const [name, [mdx, ...patterns]] of Object.entries(cases)) {
      test(name, async () => {
        const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
        const site = await formatSite({}, { 'index.mdx': mdx, 'i.svg': picture });
        const body = site.html().slice(site.html().indexOf('<main'));
        for (const pattern of patterns) assert.match(body, pattern);
        assert.deepEqual(site.codes(), []);
      });
    }
  });
}

test('each color of a badge, kind of callout and kind of card has its own class', async () => {
  const colors = 'gray blue green yellow orange red purple white surface white-destructive surface-destructive'.split(
    ' ',
  );
  const mdx = [
    ...colors.map((color) => `<Badge color="${color}">x</Badge>`),
    ...calloutNames.map((kind) => `<${kind} title="Own title">x</${kind}>`),
    ...calloutNames.map((kind) => `<Card title="T" type="${kind.toLowerCase()}">x</Card>`),
  ].join('\n\n');
  const site = await formatSite({}, { 'index.mdx': mdx });
  for (const color of colors) assert.match(site.html(), new RegExp(`badge-${color} `));
  for (const kind of calloutNames) {
    assert.match(site.html(), new RegExp(`callout-${kind.toLowerCase()}"[^]*Own title`));
    assert.match(site.html(), new RegExp(`card card-${kind.toLowerCase()}"`));
  }
});
