import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture, type BuiltSite } from '../testing/build-fixture.ts';

const json = (properties: object): object => ({ 'application/json': { schema: { type: 'object', properties } } });

const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'S', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/pictures': {
      post: {
        summary: 'Add a picture',
        security: [{}, { key: [] }],
        requestBody: { content: json({ attributesToCrop: { type: 'string' }, HTMLTitle: { type: 'string' } }) },
        responses: {
          400: { description: 'bad', content: json({ message: { type: 'string' } }) },
          200: { description: 'ok', content: json({ created_at: { type: 'string' }, lastSeenAt: { type: 'string' } }) },
        },
      },
      get: {
        summary: 'List pictures',
        parameters: [{ in: 'header', name: 'Authorization', schema: { type: 'string' } }],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
});

const request = '<RequestExample>\n```bash Mine\nown-request\n```\n</RequestExample>\n';
const response = '<ResponseExample>\n```json Mine\nown-response\n```\n</ResponseExample>\n';

async function build(body: string, operation = 'POST /pictures'): Promise<BuiltSite> {
  return buildFixture({ 'api.json': spec, 'page.mdx': `---\nopenapi: ${operation}\n---\n\n${body}` });
}

const panelOf = (site: BuiltSite): string =>
  /<aside class="panel" id="panel"[^]*?<\/aside>/.exec(site.files.get('page.html') ?? '')?.[0] ?? '';
const shown = (panel: string): string[] => panel.match(/own-request|own-response|curl|created_at|Note/g) ?? [];

describe('the side panel of an operation', () => {
  test("shows the author's examples before panels, and no generated examples", async () => {
    const panel = panelOf(await build(`<Panel>Note</Panel>\n\n${response}\n${request}`));
    assert.deepEqual([...new Set(shown(panel))], ['own-request', 'own-response', 'Note']);
  });

  test('shows a generated example if the author provides none', async () => {
    assert.deepEqual([...new Set(shown(panelOf(await build(request))))], ['own-request', 'created_at']);
    assert.deepEqual([...new Set(shown(panelOf(await build(response))))], ['curl', 'own-response']);
  });

  test("shows the operation's authentication, even if it is optional or declared as a header", async () => {
    assert.match(panelOf(await build('')), /X-Key[^]{0,80}api-key/);
    assert.match(panelOf(await build('', 'GET /pictures')), /Authorization[^]{0,80}Bearer/);
  });
});

describe('the IDs of fields', () => {
  test('include forms with and without dashes between words', async () => {
    const html = (await build('')).files.get('page.html') ?? '';
    const ids = ['body-attributes-to-crop', 'body-html-title', 'response-created-at', 'response-last-seen-at'];
    for (const id of [...ids, 'body-attributestocrop', 'param-attributestocrop'])
      assert.equal(html.match(new RegExp(`id="${id}"`, 'g'))?.length, 1, id);
  });

  test('don’t exist for a response other than the first successful response', async () => {
    assert.ok(!((await build('')).files.get('page.html') ?? '').includes('id="response-message"'));
  });
});

test('an update’s label isn’t a heading, but is in the table of contents', async () => {
  const site = await buildFixture({ 'news.mdx': '<Update label="May">Text</Update>' });
  const html = site.files.get('news.html') ?? '';
  assert.match(html, /<section[^>]* id="may"[^>]*>.*<p class="update-label"/);
  assert.doesNotMatch(site.content('news'), /<h2/);
  assert.match(html, /<a[^>]* href="#may"[^>]*>May<\/a>/);
});
