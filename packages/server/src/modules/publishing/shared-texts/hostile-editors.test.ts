import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, test } from 'node:test';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { Identity } from '../../../platform/http/index.ts';
import { docsJson, page } from '../drafts/testing/open-drafts.ts';
import { baseUrl, openTexts, type TestProcess, type TestTexts } from './testing/open-texts.ts';
import type { TestEditor } from './testing/test-editor.ts';

let texts: TestTexts;
let service: TestProcess;
before(async () => {
  texts = await openTexts({
    'docs.json': docsJson,
    'index.mdx': page('Hello.'),
    'run.sh': '#!/bin/sh\n',
    'x.png': Buffer.from([0, 1, 2]),
  });
  service = await texts.start();
});
after(() => texts?.close());
/** Members whose roles or sessions a test has changed. */
let changed: readonly (readonly [name: string, member: Partial<Identity>])[] = [];
afterEach(() => {
  for (const [name, member] of changed) texts.members.set(name, member);
  changed = [];
});

function makeViewer(name: string): void {
  const member = texts.members.get(name) ?? {};
  changed = [[name, member]];
  texts.members.set(name, { ...member, scopes: ['content:read'], role: 'viewer' });
}

const content = async (): Promise<string> => (await texts.drafts.read('index.mdx')).json.content;

/** Sends something after joining, and returns the code with which the connection is closed. */
async function send(message: Uint8Array | string, as = 'ada'): Promise<number> {
  const editor = await texts.open(service, { as });
  editor.send(message);
  return (await editor.refused()).code;
}

/** Changes a copy of the editor's document, and returns the change as an update. */
function updateOf(editor: TestEditor, change: (document: Y.Doc) => void): Uint8Array {
  const document = new Y.Doc();
  Y.applyUpdate(document, Y.encodeStateAsUpdate(editor.document));
  const before = Y.encodeStateVector(document);
  change(document);
  return Y.encodeStateAsUpdate(document, before);
}

const refusals: readonly (readonly [
  what: string,
  change: {
    readonly as?: string;
    readonly path?: string;
    readonly project?: string;
    readonly headers?: Record<string, string>;
  },
  status: number,
  code: string,
])[] = [
  ['without a session', { headers: { origin: baseUrl } }, 401, 'session_expired'],
  ['with an unknown session', { as: 'nobody' }, 401, 'session_expired'],
  [
    'from a page of another site',
    { headers: { origin: 'https://evil.example', cookie: 'session=ada' } },
    403,
    'cross_site_request',
  ],
  ['without an origin', { headers: { cookie: 'session=ada' } }, 403, 'cross_site_request'],
  ['of another organization', { as: 'eve' }, 404, 'not_found'],
  ['for an unknown project', { project: 'proj_unknown' }, 404, 'not_found'],
  ['for a file that does not exist', { path: 'missing.mdx' }, 404, 'not_found'],
  ['for a file outside the docs folder', { path: '../secret' }, 400, 'draft_file_refused'],
  ['for a path with NUL', { path: 'a\0.mdx' }, 400, 'invalid_request'],
  ['for an image', { path: 'x.png' }, 400, 'draft_file_refused'],
];
for (const [what, change, status, code] of refusals)
  test(`a connection ${what} is refused with ${code}`, async () => {
    await assert.rejects(texts.editor(service, change).connect(), (error: Error) => {
      assert.match(error.message, new RegExp(`^${status} .*"${code}"`), error.message);
      return true;
    });
  });

test('a request without an upgrade and a WebSocket to another address are refused', async () => {
  const address = `http://127.0.0.1:${service.port}/v1/projects/proj/drafts/main/shared-text?path=index.mdx`;
  const answer = await fetch(address, { headers: { origin: baseUrl, cookie: 'session=ada' } });
  assert.equal(answer.status, 400);
  const other = new WebSocket(`ws://127.0.0.1:${service.port}/v1/projects`, { headers: { origin: baseUrl } });
  const [, response] = await once(other, 'unexpected-response');
  assert.equal(response.statusCode, 404);
  response.destroy();
});

test('readers follow the text, and their updates are refused', async () => {
  const vera = await texts.open(service, { as: 'vera' });
  const ada = await texts.open(service);
  assert.equal(vera.messages.find(({ type }) => type === 'opened' && 'canWrite')?.type, 'opened');
  ada.type(ada.text.length, 0, 'seen by all\n');
  await vera.until(() => vera.text.includes('seen by all'));
  vera.type(0, 0, 'mine');
  assert.equal((await vera.refused()).code, 4403);
  assert.doesNotMatch(await content(), /mine/);
});

test('a file that drafts can’t change is read-only', async () => {
  const ada = await texts.open(service, { path: 'run.sh' });
  ada.type(0, 0, 'x');
  assert.equal((await ada.refused()).code, 4403);
});

test('a connection ends when its editor becomes a viewer or the session ends', async () => {
  const ada = await texts.open(service, { as: 'bob' });
  makeViewer('bob');
  assert.equal((await ada.refused()).code, 4403);
  const viewer = await texts.open(service, { as: 'bob' });
  texts.members.delete('bob');
  assert.equal((await viewer.refused()).code, 4401);
});

test('if an editor becomes a viewer while typing, acknowledged text is saved, and later text is refused', async () => {
  const bob = await texts.open(service, { as: 'bob' });
  const ada = await texts.open(service);
  const acknowledged = () => bob.messages.filter(({ type }) => type === 'stored').length;
  await bob.typeUntilClosed(
    (typed) => `[${typed}]`,
    (count) => {
      if (count === 3) makeViewer('bob');
    },
  );
  assert.equal(bob.closed?.code, 4403);
  const stored = acknowledged();
  assert.ok(stored >= 3);
  await ada.until(() => ada.text.includes(`[${stored - 1}]`));
  ada.send({ type: 'save' });
  await ada.until(() => ada.messages.some(({ type }) => type === 'saved'));
  const saved = await content();
  for (let at = 0; at < stored; at += 1) assert.ok(saved.includes(`[${at}]`), saved);
  assert.ok(!saved.includes(`[${stored + 1}]`));
  await assert.rejects(async () => {
    const viewer = await texts.open(service, { as: 'bob' });
    viewer.type(0, 0, 'again');
    throw new Error(String((await viewer.refused()).code));
  }, /4403/);
});

test('malformed messages end the connection and change nothing', async () => {
  const before = await content();
  assert.equal(await send(Buffer.from([255, 255, 255, 255, 255, 255])), 4400);
  assert.equal(await send(Buffer.alloc(0)), 4400);
  assert.equal(await send('{"type":"unknown"}'), 4400);
  assert.equal(await send('['.repeat(10_000)), 4400);
  assert.equal(await send('{"type":"join","text":null,"vector":null,"client":-1}'), 4400);
  assert.equal(await send('{"type":"cursor","cursor":{"anchor":"<script>","head":"x"}}'), 4400);
  assert.equal(await send(Buffer.alloc(7 * 1024 * 1024)), 1009);
  assert.equal(await content(), before);
});

test('an update that is sent before joining is refused', async () => {
  const socket = new WebSocket(
    `ws://127.0.0.1:${service.port}/v1/projects/proj/drafts/main/shared-text?path=index.mdx`,
    {
      headers: { origin: baseUrl, cookie: 'session=ada' },
    },
  );
  await once(socket, 'open');
  socket.send(Buffer.from([0, 0]));
  const [code] = await once(socket, 'close');
  assert.equal(code, 4400);
});

test('updates that contain anything other than valid text are refused', async () => {
  const editor = await texts.open(service);
  const refused = async (change: (document: Y.Doc) => void): Promise<void> => {
    assert.equal(await send(updateOf(editor, change)), 4400);
  };
  await refused((document) => document.getMap('hidden').set('a', 'b'));
  await refused((document) => document.getText('other').insert(0, 'x'));
  await refused((document) => document.getText('text').insertEmbed(0, { image: 'x' }));
  await refused((document) => document.getText('text').format(0, 2, { bold: true }));
  await refused((document) => document.getText('text').setAttribute('a', 'b'));
  await refused((document) => document.getText('text').insert(0, 'a\0b'));
  await refused((document) => document.getText('text').insert(0, 'a\rb'));
  await refused((document) => {
    for (let typed = 0; typed < 30_000; typed += 1) document.getText('text').insert(0, 'x');
  });
});

test('updates of another document are refused', async () => {
  const other = new Y.Doc();
  other.getText('text').insert(0, 'first');
  const vector = Y.encodeStateVector(other);
  other.getText('text').insert(3, 'second');
  assert.equal(await send(Y.encodeStateAsUpdate(other, vector)), 4400);
});

test('half of a surrogate pair is not stored', async () => {
  const editor = await texts.open(service);
  editor.type(0, 0, 'a\uD83Db');
  await editor.saved();
  const text = await content();
  assert.ok(text.isWellFormed());
  assert.ok(text.startsWith('a\uFFFDb'));
});

test('text that would exceed the size limit for a draft’s file is refused', async () => {
  const editor = await texts.open(service);
  editor.type(0, 0, 'x'.repeat(3 * 1024 * 1024));
  await editor.saved();
  editor.type(0, 0, 'y'.repeat(3 * 1024 * 1024));
  assert.equal((await editor.refused()).code, 4413);
  const other = await texts.open(service);
  other.type(0, 3 * 1024 * 1024, '');
  await other.saved();
});

test('too many updates at the same time end the connection', async () => {
  const editor = await texts.open(service);
  for (let at = 0; at < 50; at += 1) editor.send(Buffer.from([0, 0]));
  assert.equal((await editor.refused()).code, 4429);
});

test('a text that has too many parts is replaced with a new one, without losing saved text', async () => {
  const editor = await texts.open(service);
  const { known } = editor;
  let saved = editor.text;
  while (editor.closed === undefined) {
    editor.document.transact(() => {
      // Each is a separate part, because it was typed before the others.
      for (let typed = 0; typed < 15_000; typed += 1) editor.document.getText('text').insert(0, 'x');
    });
    await editor.until(() => editor.isSaved || editor.closed !== undefined);
    if (editor.isSaved) saved = editor.text;
  }
  assert.equal((await editor.refused()).code, 4409);
  const next = await texts.open(service);
  assert.notEqual(next.known, known);
  assert.ok(next.text === saved);
});

test('an editor is listed with the name from their session', async () => {
  const ada = await texts.open(service);
  const vera = await texts.open(service, { as: 'vera' });
  await ada.until(() => ada.people.some(({ client }) => client === vera.document.clientID));
  assert.equal(ada.people.find(({ client }) => client === vera.document.clientID)?.name, 'vera@example.com');
});

test('a client that stops reading is disconnected', async () => {
  const impatient = await texts.start({ maxBufferedBytes: 100_000 });
  const slow = await texts.open(impatient, { as: 'vera' });
  slow.pause();
  // Two editors write in turn, because the rate of each is limited.
  for (const as of ['ada', 'bob']) {
    const writer = await texts.open(impatient, { as });
    for (let round = 0; round < 9; round += 1) {
      writer.type(0, round === 0 ? 0 : 1_000_000, String.fromCodePoint(97 + round).repeat(1_000_000));
      await writer.until(() => writer.isSaved || writer.closed !== undefined);
    }
    writer.type(0, 1_000_000, '');
    await writer.until(() => writer.isSaved || writer.closed !== undefined);
    await writer.close();
  }
  slow.resume();
  assert.equal((await slow.refused()).code, 1006);
});

// Deletes the project that the tests above use.
test('if the project is deleted while people type, their connections end, and its data is deleted and isn’t created again', async () => {
  const other = await texts.start({ pollMs: 20 });
  const { pool } = texts.drafts.service.database;
  const [ada, bob] = await Promise.all([texts.open(service), texts.open(other, { as: 'bob' })]);
  ada.type(0, 0, 'a');
  bob.type(0, 0, 'b');
  await Promise.all([ada.saved(), bob.saved()]);
  await pool.query(`delete from projects where id = 'proj'`);
  for (const editor of [ada, bob]) {
    await editor.typeUntilClosed(() => 'x');
    await assert.rejects(editor.connect(), /^Error: 404 .*"not_found"/);
  }
  const { rows } = await pool.query(
    `select (select count(*) from shared_texts) + (select count(*) from shared_text_updates) + (select count(*) from drafts) as left`,
  );
  assert.deepEqual(rows, [{ left: 0 }]);
  await other.stop();
});
