import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';

import type { Browser, Page } from 'playwright-core';
import { WebSocketServer } from 'ws';

import { buildFixture } from '../testing/build-fixture.ts';
import { serveFixture } from '../testing/browser-fixture.ts';
import { launchBrowser } from '../testing/launch-browser.ts';
import type { ServedSite } from '../testing/browser-fixture.ts';
import { addressFault, channelAddress, closeText } from './client/channel-address.ts';

const document = (host: string) => ({
  asyncapi: '3.0.0',
  info: { title: 'Chat', version: '1' },
  servers: {
    main: { host, pathname: '/{version}', protocol: 'ws', variables: { version: { default: 'v1' } } },
    queue: { host: 'mq.example.com', protocol: 'amqp' },
  },
  channels: {
    room: {
      address: '/rooms/{id}',
      title: 'Room',
      parameters: { id: { description: 'Which', examples: ['lobby'] } },
      bindings: {
        ws: {
          query: {
            type: 'object',
            required: ['token'],
            properties: { token: { type: 'string' }, as: { type: 'string' } },
          },
          headers: {
            type: 'object',
            properties: {
              'X-Trace': { type: 'string' },
              'Sec-WebSocket-Protocol': { type: 'string', default: 'chat.v1' },
            },
          },
        },
      },
      messages: {
        say: {
          payload: { type: 'object', properties: { text: { type: 'string', examples: ['Hello'] } } },
        },
        leave: { payload: { type: 'object', properties: { bye: { type: 'boolean', const: true } } } },
        said: { payload: { type: 'object', properties: { text: { type: 'string' }, from: { type: 'string' } } } },
      },
    },
    jobs: { address: 'jobs', servers: [{ $ref: '#/servers/queue' }], messages: {} },
  },
  operations: {
    listen: {
      action: 'receive',
      channel: { $ref: '#/channels/room' },
      messages: [{ $ref: '#/channels/room/messages/say' }, { $ref: '#/channels/room/messages/leave' }],
    },
    tell: {
      action: 'send',
      channel: { $ref: '#/channels/room' },
      messages: [{ $ref: '#/channels/room/messages/said' }],
    },
  },
});

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: 0,
  handleProtocols: (offered) => (offered.has('chat.v1') ? 'chat.v1' : false),
  verifyClient: ({ req }: { req: IncomingMessage }) => req.url?.includes('token=no') !== true,
});
const asked: string[] = [];
server.on('connection', (socket, request) => {
  asked.push(request.url ?? '');
  socket.send('{"from":"server","text":"Welcome"}');
  socket.on('message', (data) => {
    const text = (data as Buffer).toString();
    if (text === 'binary') socket.send(new Uint8Array(3));
    else if (text === 'refuse') socket.close(1008, 'not here');
    else socket.send(`echo ${text}`);
  });
});

let browser: Browser;
let site: ServedSite;
const port = (): number => (server.address() as AddressInfo).port;

before(async () => {
  if (server.address() === null) await new Promise((done) => void server.once('listening', done));
  site = await serveFixture({
    'room.mdx': '---\nasyncapi: chat.json room\n---\n',
    'chat.json': JSON.stringify(document(`127.0.0.1:${port()}`)),
  });
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  site?.close();
  for (const client of server.clients) client.terminate();
  server.close();
});

async function openRoom(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${site.origin}/room.html`);
  await page.click('.api-try');
  await page.waitForSelector('.play-panel');
  return page;
}

const row = (name: string): string => `.play-row:has(code:text-is("${name}")) input`;
const status = (page: Page): Promise<string | null> => page.textContent('.play-status');

test('the playground of a channel is fetched when it is opened, and connects with path, query and subprotocol', async () => {
  const page = await browser.newPage();
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  await page.goto(`${site.origin}/room.html`, { waitUntil: 'networkidle' });
  assert.equal(requested.filter((url) => url.includes('/api/')).length, 0);
  await page.click('.api-try');
  await page.waitForSelector('.play-panel');
  assert.match((await page.textContent('.play-note')) ?? '', /X-Trace/);
  await page.click('text="Connect"');
  assert.equal(await status(page), 'Fill in: id, token');
  await page.fill(row('id'), 'a b');
  await page.fill(row('token'), 's&t');
  await page.click('text="Connect"');
  await page.waitForSelector('.play-status[data-state=open]');
  assert.equal(asked.at(-1), '/v1/rooms/a%20b?token=s%26t');
  assert.match((await status(page)) ?? '', /^Connected to ws:.*\(chat\.v1\)$/);
  await page.close();
});

test('sent and received messages are shown with their time; the message to send is initially the schema’s example', async () => {
  const page = await openRoom();
  await page.fill(row('id'), '1');
  await page.fill(row('token'), 't');
  assert.equal(await page.isDisabled('text="Send"'), true);
  await page.click('text="Connect"');
  await page.waitForSelector('[data-direction=received]:has-text("Welcome")');
  assert.equal(await page.inputValue('textarea'), '{\n  "text": "Hello"\n}');
  await page.selectOption('.play-row select', { label: 'leave' });
  assert.equal(await page.inputValue('textarea'), '{\n  "bye": true\n}');
  await page.fill('textarea', 'hello');
  await page.click('text="Send"');
  await page.waitForSelector('[data-direction=received]:has-text("echo hello")');
  assert.equal(await page.textContent('[data-direction=sent] code'), 'hello');
  assert.match((await page.getAttribute('[data-direction=sent] time', 'datetime')) ?? '', /^\d{4}-\d\d-\d\dT/);
  await page.fill('textarea', 'binary');
  await page.click('text="Send"');
  await page.waitForSelector(`[data-direction=received]:has-text("3 bytes that aren't text")`);
  await page.click('text="Disconnect"');
  await page.waitForSelector('.play-status:has-text("Closed: closed normally (1000)")');
  assert.equal(await page.isDisabled('text="Send"'), true);
  await page.click('text="Clear"');
  assert.equal(await page.locator('.play-log li').count(), 0);
  await page.close();
});

test('a rejected connection and a connection that the server ends are explained', async () => {
  const page = await openRoom();
  await page.fill(row('id'), '1');
  await page.fill(row('token'), 'no');
  await page.click('text="Connect"');
  await page.waitForSelector('.play-status:has-text("No connection to ws:")');
  await page.fill(row('token'), 'yes');
  await page.click('text="Connect"');
  await page.waitForSelector('.play-status[data-state=open]');
  await page.fill('textarea', 'refuse');
  await page.click('text="Send"');
  await page.waitForSelector('.play-status:has-text("the server refused, because of its policy (1008): not here")');
  await page.fill('.play-row input[type=url]', 'http://example.com');
  await page.click('text="Connect"');
  assert.match((await status(page)) ?? '', /does not begin with ws:/);
  await page.close();
});

test('a channel has no playground if the site or the page disables it, or no server supports WebSocket', async () => {
  const config = (api: object): string =>
    JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      api,
      navigation: { pages: ['room', 'jobs', 'plain'] },
    });
  const files = {
    'room.mdx': '---\nasyncapi: chat.json room\n---\n',
    'jobs.mdx': '---\nasyncapi: chat.json jobs\n---\n',
    'plain.mdx': '---\nasyncapi: chat.json room\nplayground: none\n---\n',
    'chat.json': JSON.stringify(document('chat.example.com')),
  };
  const offered = await buildFixture({ ...files, 'docs.json': config({}) });
  const has = (path: string): boolean => offered.content(path).includes('<dw-playground>');
  assert.deepEqual([has('room'), has('jobs'), has('plain')], [true, false, false]);
  const simple = await buildFixture({ ...files, 'docs.json': config({ playground: { display: 'simple' } }) });
  assert.doesNotMatch(simple.content('room'), /dw-playground/);
  const off = {
    offlineSearch: true,
    search: true,
    assistant: false,
    analytics: false,
    feedback: false,
    playground: false,
    socialImages: false,
    aiLinks: true,
  };
  assert.doesNotMatch((await buildFixture(files, { features: off })).content('room'), /dw-playground/);
});

test('an address consists of server, path and query; an address that browsers can’t connect to is reported before trying', () => {
  const field = {
    type: 'string',
    required: false,
    value: '',
    hint: '',
    values: [],
    isList: false,
    isFile: false,
    isObject: false,
    style: '',
    contentType: '',
    explode: true,
  };
  const data = {
    kind: 'channel' as const,
    servers: [],
    path: 'rooms/{id}?v=1',
    fields: [
      { ...field, name: 'id', place: 'path' as const },
      { ...field, name: 'q', place: 'query' as const },
    ],
    headers: [],
    protocol: undefined,
    messages: [],
  };
  const values = new Map([
    ['path id', 'a/b'],
    ['query q', 'ü'],
  ]);
  assert.equal(channelAddress(data, { server: 'wss://x.test/', values }), 'wss://x.test/rooms/a%2Fb?v=1&q=%C3%BC');
  assert.equal(addressFault('wss://x.test', 'https://docs.test'), undefined);
  assert.match(addressFault('ws://x.test', 'https://docs.test') ?? '', /wss/);
  assert.equal(addressFault('ws://localhost:80/', 'https://docs.test'), undefined);
  assert.match(addressFault('nothing', 'https://docs.test') ?? '', /not an address/);
  assert.equal(closeText(4001, 'expired'), 'Closed: for an application-specific reason (4001): expired');
});
