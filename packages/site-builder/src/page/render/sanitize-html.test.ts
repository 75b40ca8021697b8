import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildFixture } from '../../testing/build-fixture.ts';
import { hostileMarkup } from '../../testing/hostile-markup.ts';
import { readMarkupFaults } from '../../testing/read-markup-faults.ts';

const elements =
  'a b br code del details div em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul blockquote';
// Includes the attributes that Markdown itself produces.
const attributes = 'href src alt width height id class start align aria-label tabindex title rel target';
const allowed = { elements: new Set(elements.split(' ')), attributes: new Set(attributes.split(' ')) };

/** Renders each text as the description of a response, as sent to browsers. */
async function renderAll(texts: readonly string[]): Promise<readonly string[]> {
  const paths = texts.map((text, index) => {
    return [`/x${index}`, { get: { responses: { 200: { description: `begins\n\n${text}` } } } }] as const;
  });
  const spec = { openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: Object.fromEntries(paths) };
  const pages = texts.map((_, index) => [`p${index}.mdx`, `---\nopenapi: spec.json GET /x${index}\n---\n`] as const);
  const site = await buildFixture({ 'spec.json': JSON.stringify(spec), ...Object.fromEntries(pages) });
  return texts.map((text, index) => {
    const [, written] = /<p>begins<\/p>(.*)<\/div><span class="api-status"/s.exec(site.content(`p${index}`)) ?? [];
    assert.ok(written !== undefined, text);
    return written;
  });
}

test('raw HTML in a specification can’t run scripts or load external content', async () => {
  const written = await renderAll(hostileMarkup);
  for (const [index, text] of hostileMarkup.entries())
    assert.deepEqual(readMarkupFaults(written[index] ?? '', allowed), [], `${text}\n${written[index]}`);
});

test('pieces of hostile HTML are harmless in any order', async () => {
  const pieces = hostileMarkup.flatMap((text) => text.match(/<[^<>]*>?|[^<]+/g) ?? []);
  const texts = fc.sample(
    fc
      .array(fc.constantFrom(...pieces, '"', "'", '>', '<', '-->', '&quot;', '\n'), { maxLength: 12 })
      .map((parts) => parts.join('')),
    { seed: 20, numRuns: 300 },
  );
  const written = await renderAll(texts);
  for (const [index, text] of texts.entries())
    assert.deepEqual(readMarkupFaults(written[index] ?? '', allowed), [], `${text}\n${written[index]}`);
});

test('allowed markup is kept, and text that only looks like a tag is shown', async () => {
  const lines = [
    ['<b>bold</b> &amp; <kbd>Ctrl</kbd>', '<b>bold</b> &amp; <kbd>Ctrl</kbd>'],
    ['<div>Tom &amp; Jerry &lt;3</div>', '<div>Tom &amp; Jerry &lt;3</div>'],
    ['<div>a<style>p { color: red }</style>b</div>', '<div>ab</div>'],
    ['use <YOUR_TOKEN> here', 'use &lt;YOUR_TOKEN&gt; here'],
    ['<a href="/p0#x" onclick="x()">link</a>', '<a href="/p0.html#x">link</a>'],
    ['a <script>x()</script> b', 'a x() b'],
  ] as const;
  const written = await renderAll(lines.map(([text]) => text));
  for (const [index, [text, expected]] of lines.entries())
    assert.ok(written[index]?.includes(expected), `${text}\n${written[index]}`);
});
