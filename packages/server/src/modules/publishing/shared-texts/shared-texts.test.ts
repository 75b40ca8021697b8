import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeCodes } from '@docwright/doc-agent/shared-text-messages';
import type { Database } from '../../../platform/database/index.ts';
import { HOME, principalOf } from '../../../testing/module-database.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { docsJson, page } from '../drafts/testing/open-drafts.ts';
import { Room, roomTiming, type RoomDeps } from './room.ts';
import { settleText } from './settle-text.ts';
import type { SharedTextTables } from './tables.ts';
import { openTexts, type TestProcess, type TestTexts } from './testing/open-texts.ts';

let texts: TestTexts;
let one: TestProcess;
let two: TestProcess;
const paths = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'tenth'];

before(async () => {
  texts = await openTexts({
    'docs.json': docsJson,
    'index.mdx': page('Hello.'),
    'guide.mdx': '\uFEFFone\r\ntwo\r\n',
    ...Object.fromEntries(paths.map((path) => [`${path}.mdx`, page('alpha\n\nbeta\n\ngamma')])),
  });
  one = await texts.start();
  two = await texts.start();
});
after(() => texts?.close());

const stored = async (path: string): Promise<string> => (await texts.drafts.read(path)).json.content;

test('opening a file changes nothing and creates no draft', async () => {
  const editor = await texts.open(one, { path: 'guide.mdx' });
  assert.equal(editor.text, 'one\ntwo\n');
  await editor.close();
  const { rows } = await texts.drafts.service.database.pool.query('select id from drafts');
  assert.deepEqual(rows, []);
  assert.equal(await stored('guide.mdx'), '\uFEFFone\r\ntwo\r\n');
});

test('editors who open a file at the same time in two processes see its text once', async () => {
  const [ada, bob] = await Promise.all([
    texts.open(one, { path: 'first.mdx' }),
    texts.open(two, { path: 'first.mdx', as: 'bob' }),
  ]);
  assert.equal(ada.text, page('alpha\n\nbeta\n\ngamma'));
  assert.equal(bob.text, ada.text);
  assert.equal(ada.known, bob.known);
});

test('a text whose file is found to have changed while it is being opened isn’t reported as replaced', async () => {
  const { service, deps } = texts.drafts;
  const database = service.database as unknown as Database<SharedTextTables>;
  const project = (await findProject(database.kysely, HOME, 'proj')) ?? assert.fail('no project');
  let isFound = false;
  const settle: RoomDeps['settle'] = async (branch, path) => {
    const settled = await settleText(deps, branch, path);
    // The change is found here, after the file was read and before the text’s ID is known.
    if (!isFound) {
      isFound = true;
      await room.settle();
    }
    return settled;
  };
  const room = new Room(
    { drafts: deps, database, settle, timing: roomTiming },
    { project, branch: 'main' },
    'index.mdx',
  );
  await room.load(principalOf(texts.members.get('ada') ?? {}));
  assert.equal(room.hasEnded, false);
  assert.notEqual(room.id, '');
  room.close(closeCodes.leaving, '');
});

test('two editors in two processes see what the other types, and the draft contains it with both as authors', async () => {
  const ada = await texts.open(one, { path: 'second.mdx' });
  const bob = await texts.open(two, { path: 'second.mdx', as: 'bob' });
  ada.type(ada.text.indexOf('alpha'), 0, 'A');
  bob.type(bob.text.indexOf('gamma'), 5, 'GAMMA');
  await Promise.all([ada.saved(), bob.saved()]);
  const both = page('Aalpha\n\nbeta\n\nGAMMA');
  await ada.until(() => ada.text === both);
  await bob.until(() => bob.text === both);
  assert.equal(await stored('second.mdx'), both);
  const draft = (await texts.drafts.draft('GET')).json;
  assert.deepEqual(draft.authors.map(({ name }: { name: string }) => name).toSorted(), [
    'ada@example.com',
    'bob@example.com',
  ]);
});

test('the file’s line endings and byte-order mark stay the same', async () => {
  const editor = await texts.open(one, { path: 'guide.mdx' });
  editor.type(3, 0, '!\nmore');
  await editor.saved();
  assert.equal(await stored('guide.mdx'), '\uFEFFone!\r\nmore\r\ntwo\r\n');
});

test('a request that changes the file is merged into the text, and unsaved text stays', async () => {
  const ada = await texts.open(one, { path: 'third.mdx' });
  const bob = await texts.open(two, { path: 'third.mdx', as: 'bob' });
  await texts.drafts.save('third.mdx', page('alpha\n\nbeta\n\nfrom a request'));
  ada.type(ada.text.indexOf('alpha'), 0, 'typed ');
  const both = page('typed alpha\n\nbeta\n\nfrom a request');
  await ada.until(() => ada.text === both);
  await bob.until(() => bob.text === both);
  assert.equal(await stored('third.mdx'), both);
});

test('lines that a request and an editor changed at the same time are kept next to each other', async () => {
  const slow = await texts.start({ settleAfterMs: 60_000, settleWithinMs: 60_000, sweepMs: 60_000 });
  const ada = await texts.open(slow, { path: 'fourth.mdx' });
  ada.type(ada.text.indexOf('beta'), 4, 'typed');
  await ada.saved();
  const answer = await texts.withoutSettling(() =>
    texts.drafts.save('fourth.mdx', page('alpha\n\nrequested\n\ngamma')),
  );
  assert.equal(answer.status, 200, answer.text);
  assert.equal(await stored('fourth.mdx'), page('alpha\n\ntyped\nrequested\n\ngamma'));
  await ada.until(() => ada.text === page('alpha\n\ntyped\nrequested\n\ngamma'));
});

test('a pushed commit is merged into the text', async () => {
  const ada = await texts.open(one, { path: 'fifth.mdx' });
  ada.type(ada.text.indexOf('alpha'), 0, 'typed ');
  await ada.saved();
  await texts.drafts.draft('GET');
  await texts.drafts.push({ 'fifth.mdx': page('alpha\n\nbeta\n\npushed') });
  await texts.drafts.draft('GET');
  await ada.until(() => ada.text === page('typed alpha\n\nbeta\n\npushed'));
});

test('discarding a change also removes it from the text of people who are editing the file', async () => {
  const ada = await texts.open(one, { path: 'sixth.mdx' });
  ada.type(ada.text.indexOf('alpha'), 0, 'typed ');
  await ada.saved();
  await texts.drafts.draft('POST', '/restore', { body: { file: 'sixth.mdx' } });
  await ada.until(() => ada.text === page('alpha\n\nbeta\n\ngamma'));
});

test('a deleted file’s editor is disconnected, and a moved file’s editor gets the new path', async () => {
  const ada = await texts.open(one, { path: 'seventh.mdx' });
  const bob = await texts.open(two, { path: 'eighth.mdx', as: 'bob' });
  const { version } = (await texts.drafts.read('seventh.mdx')).json;
  const deleted = await texts.drafts.draft('DELETE', `/files/seventh.mdx?version=${version}`);
  assert.equal(deleted.status, 200, deleted.text);
  assert.deepEqual(await ada.refused(), { code: 4404, reason: '' });
  await texts.drafts.draft('POST', '/move', { body: { from: 'eighth.mdx', to: 'ninth.mdx' } });
  assert.deepEqual(await bob.refused(), { code: 4404, reason: 'ninth.mdx' });
});

test('a moved file’s editors get its new path in both processes', async () => {
  const ada = await texts.open(one, { path: 'tenth.mdx' });
  const bob = await texts.open(two, { path: 'tenth.mdx', as: 'bob' });
  await texts.drafts.draft('POST', '/move', { body: { from: 'tenth.mdx', to: 'eleventh.mdx' } });
  for (const editor of [ada, bob]) assert.deepEqual(await editor.refused(), { code: 4404, reason: 'eleventh.mdx' });
});

test('text typed offline is merged once after the connection is restored', async () => {
  const ada = await texts.open(one);
  const bob = await texts.open(two, { as: 'bob' });
  ada.drop();
  await ada.until(() => ada.closed !== undefined);
  ada.type(ada.text.indexOf('Hello'), 0, 'offline ');
  bob.type(bob.text.indexOf('Hello.') + 6, 0, ' online');
  await bob.saved();
  await ada.connect();
  await ada.saved();
  const both = page('offline Hello. online');
  await ada.until(() => ada.text === both);
  await bob.until(() => bob.text === both);
});

test('people in the draft are listed with the name of their session', async () => {
  const ada = await texts.open(one);
  const vera = await texts.open(two, { as: 'vera', path: 'first.mdx' });
  await ada.until(() => ada.people.some(({ name, path }) => name === 'vera@example.com' && path === 'first.mdx'));
  await vera.until(() => vera.people.some(({ name, path }) => name === 'ada@example.com' && path === 'index.mdx'));
  await vera.close();
  await ada.until(() => !ada.people.some(({ name }) => name === 'vera@example.com'));
});

test('before a process stops, it writes its texts to the draft and disconnects its editors', async () => {
  const third = await texts.start({ settleAfterMs: 60_000, settleWithinMs: 60_000 });
  const ada = await texts.open(third);
  ada.type(ada.text.length, 0, 'last words\n');
  await ada.saved();
  const stopped = third.stop();
  assert.equal((await ada.refused()).code, 1001);
  await stopped;
  await texts.start();
  assert.match(await stored('index.mdx'), /last words/);
});
