import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';

import type { Browser, Page } from 'playwright-core';

import { buildFixture } from '../../testing/build-fixture.ts';
import { launchBrowser } from '../../testing/launch-browser.ts';

const gallery = `const { useState } = React;
const Second = ({ children }) => <Tab title="Second" icon="rocket">{children}</Tab>;
export const Gallery = ({ children }) => {
  const [count, setCount] = useState(0);
  return <div className="gallery">
    <Tabs>
      <Tab title="First">
        <Card title="Guide" icon="book" href="/b" arrow cta="Read on">
          <button id="more" onClick={() => setCount(count + 1)}>{count}</button>
        </Card>
      </Tab>
      <Second><Icon icon="star" size={20} color="#ff0000" /></Second>
    </Tabs>
    <CardGroup cols={3}>
      <Card title={<em>Own</em>} img="/images/a.png" horizontal>Text</Card>
      <Card title="Out" icon={<svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg>} href="https://example.com/x" />
    </CardGroup>
    <Columns><Column>One</Column><Column>Two</Column></Columns>
    <Note title="Mind">See <b>this</b>.</Note>
    <Warning>Hot</Warning><Callout icon="key" color="#00ff00">Own</Callout>
    <Badge color="green" shape="pill" icon="check">New</Badge>
    <Tooltip headline="Word" tip="A *short* note" cta="More" href="/b">word</Tooltip>
    <Frame caption="A \`caption\`"><i>Drawn</i></Frame>
    <AccordionGroup>
      <Accordion title="Closed" icon="gear">Inner</Accordion>
      <Accordion title="Open" defaultOpen description="More">Inner</Accordion>
    </AccordionGroup>
    <Steps titleSize="h3"><Step title="Begin">One</Step>{[2, 3].map((n) => <Step key={n} title={'Go ' + n} icon="flag">{n}</Step>)}</Steps>
    <CodeGroup><CodeBlock language="js" filename="a.js" code={'const a = 1;\\nlet b;'} /><CodeBlock language="sh">ls</CodeBlock></CodeGroup>
    <CodeBlock language="js" title="Titled" icon="code" lines code="f(1 < 2)" />
    <Tree><Tree.Folder name="src" defaultOpen><Tree.File name="a.ts" /></Tree.Folder></Tree>
    <ParamField path="id" type="string" required>Which</ParamField>
    <Expandable title="fields"><ResponseField name="a" type="number">A</ResponseField></Expandable>
    <Prompt description="Ask">Do it</Prompt>
    <Color variant="compact"><Color.Item name="Red" value="#f00" /></Color>
    <Latex>x^2</Latex>
    <Update label="May" tags={['a']}>News</Update>
    {count > 0 && <Note>Later</Note>}
    <p id="later"><Icon icon={count > 0 ? 'bell' : 'heart'} size={10} /></p>
    <Card title="Slot">{children}</Card>
  </div>;
};`;

const links = `export const Links = () => {
  const [later, show] = React.useState(false);
  return <div className="links">
    <a href="/b">b</a><a href="/moved">moved</a><img src="/images/a.png" alt="" />
    <button onClick={() => show(true)}>more</button>
    {later && <p><a href="/c">c</a><img src={['/images/', 'b.png'].join('')} alt="" /><img src="/images/c.png" alt="" /></p>}
  </div>;
};`;

let browser: Browser;
let origin = '';
let files: ReadonlyMap<string, string> = new Map();
const server = createServer((request, response) => {
  const path = (request.url ?? '').replace(/[?#].*$/, '').slice(1);
  const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
  response.writeHead(files.has(path) ? 200 : 404, {
    'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  });
  response.end(files.get(path));
});

before(async () => {
  const site = await buildFixture({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#0d9373' },
      navigation: { pages: ['a', 'b', 'c'] },
      redirects: [{ source: '/moved', destination: '/b' }],
    }),
    'a.mdx':
      "import { Gallery } from '/snippets/gallery.jsx';\n\n<Gallery>\n\n  A paragraph of the **page**.\n\n</Gallery>",
    'b.mdx': 'Other.',
    'c.mdx': "import { Links } from '/snippets/links.jsx';\n\n<Links />",
    'snippets/gallery.jsx': gallery,
    'snippets/links.jsx': links,
    'images/a.png': new Uint8Array([1]),
    'images/b.png': new Uint8Array([2]),
    'images/c.png': new Uint8Array([3]),
  });
  files = site.files;
  assert.deepEqual(site.report.issues, []);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

/** The component's elements, with sorted attributes, and text, without elements that generate no box. */
const outlineScript = `(() => {
  const write = (node) => {
    if (node instanceof Text) return node.data.trim() === '' ? '' : node.data.replace(/\\s+/g, ' ').trim() + '\\n';
    if (!(node instanceof Element)) return '';
    const inner = [...node.childNodes].map(write).join('');
    if (/^display: ?contents;?$/.test(node.getAttribute('style') ?? '')) return inner;
    const attributes = [...node.attributes].map(({ name, value }) => name + '=' + (name === 'style' ? node.style.cssText : value));
    return '<' + [node.localName, ...attributes.sort()].join(' ') + '>\\n' + inner + '</>\\n';
  };
  const gallery = document.querySelector('.gallery');
  gallery.normalize();
  return write(gallery);
})()`;

async function outline(page: Page): Promise<string> {
  return page.evaluate<string>(outlineScript);
}

test('built-in components inside an island render the same in the browser as in the builder', async () => {
  const still = await browser.newPage({ javaScriptEnabled: false });
  await still.goto(`${origin}/a.html`);
  const built = await outline(still);
  await still.close();

  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => void faults.push(message));
  await page.goto(`${origin}/a.html`);
  await page.waitForSelector('dw-island > div > .gallery');
  assert.equal(await outline(page), built);

  await page.click('#more');
  await page.click('#more');
  assert.equal(await page.textContent('#more'), '2');
  // The theme's scripts work on the component's elements, and their changes persist when its state changes.
  await page.click('[role=tab]:has-text("Second")');
  assert.equal(await page.isVisible('#more'), false);
  await page.click('[role=tab]:has-text("First")');
  await page.click('summary:has-text("Closed")');
  await page.click('#more');
  assert.equal(await page.textContent('#more'), '3');
  assert.equal(await page.getAttribute('details:has-text("Closed")', 'open'), '');
  // Icons of later states are included in the module.
  assert.match(
    await page.innerHTML('.callout:has-text("Later")'),
    /<svg [^>]*class="icon callout-icon"[^>]*><path d="M/,
  );
  assert.match(await page.innerHTML('#later'), /^<svg [^>]*style="width: 10px; height: 10px;"[^>]*><path d="M/);
  assert.deepEqual(faults, []);
  await page.close();
});

test('links and images of an island resolve to files of the bundle, including in its later states', async () => {
  const page = await browser.newPage();
  await page.goto(`${origin}/c.html`);
  await page.waitForSelector('dw-island > div > .links');
  await page.click('button:has-text("more")');
  await page.waitForSelector('.links p');
  const found = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.links [href], .links [src]')].map((element) => element.getAttribute('href') ?? element.getAttribute('src'))`,
  );
  assert.equal(found.length, 6);
  for (const address of found) assert.ok(files.has(address.slice(1)), address);
  await page.close();
});
