import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { launchBrowser } from '../../testing/launch-browser.ts';
import { buildFixture } from '../../testing/build-fixture.ts';

import type { Browser } from 'playwright-core';

const page = `import { Hello } from '/snippets/hello.jsx';

export const other = { user: 'shadowed' };

Welcome, {user.firstName ?? 'guest'}.

{user.plan === 'pro' ? <Note>You are on **pro**.</Note> : <Note>Free plan</Note>}

<Card title={user.company ?? 'Your company'} icon="book">

  Text of the **page**.

</Card>

<Hello />

The {other.user} is not the reader.
`;
const files = {
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'T',
    colors: { primary: '#0d9373' },
    navigation: { pages: ['a', 'b', 'c'] },
  }),
  'a.mdx': page,
  'c.mdx': '---\nopenapi: openapi.json GET /pets\n---\n',
  'openapi.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://api.example' }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    security: [{ key: [] }],
    paths: {
      '/pets': {
        get: {
          parameters: [
            { name: 'X-Tenant', in: 'header', schema: { type: 'string' } },
            { name: 'tag', in: 'query', schema: { type: 'string' } },
          ],
          responses: { 200: { description: 'Pets' } },
        },
      },
    },
  }),
  'b.mdx': 'A user is mentioned, and {"nobody"} is read.',
  'snippets/hello.jsx':
    "export const Hello = () => <p id=\"hello\">{user.firstName ? 'Hello ' + user.firstName : 'Sign in'}</p>;\nexport const Users = () => <p>Each user has a name.</p>;",
};

describe('pieces of a page that use the reader’s values', () => {
  let browser: Browser;
  let server: Server;
  let origin = '';
  let built: ReadonlyMap<string, string> = new Map();
  const requested: string[] = [];
  const inputs = { server: 'https://eu.api.example', header: { 'x-tenant': 'acme', Authorization: 'Bearer secret' } };
  const user = { firstName: 'Ada <b>', plan: 'pro', company: 'Engines' };
  before(async () => {
    const site = await buildFixture(files);
    assert.deepEqual(site.report.issues, []);
    built = site.files;
    const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
    server = createServer((request, response) => {
      const path = (request.url ?? '').slice(1);
      requested.push(path);
      if (path === '_docwright/me') return void response.end(JSON.stringify({ user, apiPlaygroundInputs: inputs }));
      const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      response.writeHead(built.has(path) ? 200 : 404, { 'content-type': type }).end(built.get(path));
    }).listen(0, '127.0.0.1');
    origin = await new Promise((done) => {
      server.once('listening', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  test('are built as seen by readers who aren’t signed in', () => {
    const html = built.get('a.html') ?? '';
    const text = html.replace(/<[^>]*>/g, '');
    for (const expected of ['Welcome, guest.', 'Free plan', 'Your company', 'Sign in', 'The shadowed is not'])
      assert.ok(text.includes(expected), expected);
    assert.doesNotMatch(html, /Ada|Engines/);
  });

  test('make only pages that use them interactive', () => {
    assert.doesNotMatch(built.get('b.html') ?? '', /dw-island|islands/);
    assert.equal((built.get('a.html') ?? '').match(/<dw-island /g)?.length, 4);
  });

  test('show a signed-in reader’s values as text', async () => {
    const context = await browser.newContext();
    await context.addCookies([{ name: 'docwright_signed_in', value: '1', url: origin }]);
    const shown = await context.newPage();
    const faults: string[] = [];
    shown.on('pageerror', ({ message }) => void faults.push(message));
    await shown.addInitScript(`addEventListener('mintlify:user', (event) => (window.heard = event.detail))`);
    await shown.goto(`${origin}/a.html`);
    await shown.waitForSelector('text=Hello Ada <b>');
    const text = await shown.innerText('body');
    for (const expected of ['Welcome, Ada <b>.', 'You are on', 'Engines', 'Text of the page.'])
      assert.ok(text.includes(expected), `${expected} in ${text}`);
    assert.doesNotMatch(text, /Free plan|Sign in|Your company/);
    const known = await shown.evaluate<unknown>('[window.mintlify.user, window.heard]');
    assert.deepEqual(known, [user, user]);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('request nothing for a reader who isn’t signed in', async () => {
    requested.length = 0;
    const shown = await browser.newPage();
    await shown.goto(`${origin}/a.html`);
    await shown.waitForSelector('dw-island > div #hello');
    assert.deepEqual(await shown.evaluate<unknown>('window.mintlify.user'), {});
    assert.ok(!requested.includes('_docwright/me'));
    await shown.close();
  });

  test('fill in the playground, and aren’t stored in the browser', async () => {
    const context = await browser.newContext();
    await context.addCookies([{ name: 'docwright_signed_in', value: '1', url: origin }]);
    const shown = await context.newPage();
    await shown.goto(`${origin}/c.html`);
    await shown.click('.api-try');
    const values = `[...document.querySelectorAll('.play-form input')].map(({ value }) => value)`;
    await shown.waitForFunction(`${values}.includes('acme')`);
    assert.deepEqual(await shown.evaluate<unknown>(values), ['https://eu.api.example', 'secret', '', 'acme']);
    const stored = await shown.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    assert.doesNotMatch(stored, /secret|acme|Ada/);
    await context.close();
  });

  test('show the values that the owner’s API returns based on its own cookies, on a site without sign-in', async () => {
    const api = createServer((request, response) => {
      const isAda = request.headers.cookie === 'session=ada';
      response.writeHead(isAda ? 200 : 401, {
        'access-control-allow-origin': request.headers.origin ?? '',
        'access-control-allow-credentials': 'true',
      });
      response.end(JSON.stringify({ content: user, apiPlaygroundInputs: inputs, groups: ['board'] }));
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const infoUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/me`;
    const docs = JSON.parse(files['docs.json']) as object;
    built = (await buildFixture({ ...files, 'docs.json': JSON.stringify({ ...docs, personalization: { infoUrl } }) }))
      .files;
    const context = await browser.newContext();
    const shown = await context.newPage();
    await shown.goto(`${origin}/a.html`, { waitUntil: 'networkidle' });
    assert.match(await shown.innerText('body'), /Welcome, guest\./);
    await context.addCookies([{ name: 'session', value: 'ada', url: infoUrl }]);
    await shown.goto(`${origin}/a.html`);
    await shown.waitForSelector('text=Hello Ada <b>');
    await shown.goto(`${origin}/c.html`);
    await shown.click('.api-try');
    const values = `[...document.querySelectorAll('.play-form input')].map(({ value }) => value)`;
    await shown.waitForFunction(`${values}.includes('acme')`);
    const stored = await shown.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    assert.doesNotMatch(stored, /secret|acme|Ada/);
    await context.close();
    api.closeAllConnections();
    api.close();
  });
});
