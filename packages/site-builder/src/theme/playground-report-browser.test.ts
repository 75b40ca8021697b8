/** Tests, in a browser, how a page reports a request from the API playground. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browseTheme } from './testing/browser-fixture.ts';
import { createTheme } from './create-theme.ts';
import { fixtureConfig, fixturePage, fixtureSite, fixtureView } from './testing/theme-fixture.ts';

const playground = readFileSync(new URL('../openapi/playground.generated.js', import.meta.url), 'utf8');
const operation = {
  method: 'GET',
  path: '/{name}',
  auth: [],
  fields: [
    {
      name: 'name',
      place: 'path',
      type: 'string',
      required: true,
      value: '',
      hint: '',
      values: [],
      isList: false,
      isFile: false,
      explode: true,
    },
  ],
  bodies: [],
  proxy: '',
  credentials: false,
};

test('a playground request is reported as its operation and kind of response, without the reader’s input', async () => {
  const theme = createTheme(fixtureSite(fixtureConfig(), { basePath: '/docs', countsReaders: true }));
  const files = new Map<string, string | Uint8Array>([
    ['docs/a.html', theme.page(fixturePage(), fixtureView())],
    ['docs/play.js', playground],
    ['docs/secret.txt', 'answer'],
  ]);
  for (const file of theme.files()) files.set(`docs/${file.path}`, file.bytes);
  const site = await browseTheme(files);
  try {
    const page = await site.open('/docs/a.html');
    const send = async (name: string, server: string) => {
      const data = JSON.stringify({ ...operation, servers: [{ url: server, label: '' }] });
      await page.evaluate(`(async () => {
        document.querySelector('dw-playground')?.remove();
        const host = document.createElement('dw-playground');
        host.innerHTML = '<script type="application/json" class="api-data"></script>';
        host.firstChild.textContent = ${JSON.stringify(data)};
        document.body.append(host);
        (await import('/docs/play.js')).openPlayground(host);
      })()`);
      await page.locator('dw-playground form input[type=text]').fill(name);
      const reported = page.waitForRequest(
        (request) =>
          request.url().endsWith('/docs/_docwright/events') && /playground_call/.test(request.postData() ?? ''),
      );
      await page.evaluate(`document.querySelector('.play-panel form').requestSubmit()`);
      return (await reported).postData() ?? '';
    };
    const origin = new URL(page.url()).origin;
    for (const [name, server, status] of [
      ['secret.txt', `${origin}/docs`, '2xx'],
      ['secret-none', `${origin}/docs`, '4xx'],
      ['secret.txt', 'http://127.0.0.1:1', 'none'],
    ] as const) {
      const report = await send(name, server);
      const [event] = JSON.parse(report).events;
      const { id: _, ...noted } = event;
      assert.deepEqual(noted, {
        kind: 'playground_call',
        path: '/docs/a.html',
        method: 'GET',
        operation: '/{name}',
        status,
      });
      assert.doesNotMatch(report, /secret|127\.0\.0\.1|localhost/);
    }
  } finally {
    await site.close();
  }
});
