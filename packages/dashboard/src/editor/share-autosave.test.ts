import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { closeCodes } from '@docwright/doc-agent/shared-text-messages';
import type { TextFormat } from '@docwright/doc-agent/text-format';
import { createAutosave, type FailedSave, type SavedText } from './create-autosave.ts';
import { shareAutosave, type ShareDeps } from './share-autosave.ts';
import type { ConnectionEvents, TextConnection } from './shared-text/connection.ts';
import type { SourceEditor } from './source/create-source-editor.ts';

const lf: TextFormat = { lineEnding: 'lf', hasByteOrderMark: false };
const settle = () => new Promise(setImmediate);

/** A connection controlled by the test. */
class ScriptedConnection {
  isOpen = false;
  isStored = true;
  storedText = '';
  text = '';
  readonly calls: string[] = [];
  readonly events: ConnectionEvents;
  constructor(_url: string, events: ConnectionEvents) {
    this.events = events;
  }
  connect(): void {
    this.calls.push('connect');
  }
  attach(content: string): readonly [] {
    this.isStored = content === this.text;
    this.text = content;
    this.calls.push('attach');
    return [];
  }
  save(): void {
    this.calls.push('save');
  }
  close(): void {
    this.isOpen = false;
    this.calls.push('close');
  }

  /** Simulates the service sending the text. */
  open(text: string, format: TextFormat = lf): void {
    this.isOpen = true;
    this.text = text;
    this.storedText = text;
    this.events.onOpened(format);
  }
  /** Simulates the author typing. */
  type(text: string): void {
    this.text = text;
    this.isStored = false;
    this.events.onChange();
  }
  /** Simulates the service storing all text. */
  acknowledge(): void {
    this.isStored = true;
    this.storedText = this.text;
    this.events.onChange();
  }
  lose(code: number = closeCodes.unavailable, reason = ''): void {
    this.isOpen = false;
    this.events.onClosed(code, reason);
  }
}

/** Starts autosave of a file that one author edits. The test controls the clock and the responses. */
async function start(t: TestContext, changes: Partial<ShareDeps> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const connections: ScriptedConnection[] = [];
  const saves: SavedText[] = [];
  const kept: (SavedText | undefined)[] = [];
  const gone: (string | undefined)[] = [];
  const requests = { fail: undefined as FailedSave | undefined };
  const store = (text: SavedText | undefined) => void kept.push(text);
  const own = createAutosave(
    { content: 'first\n\nlast\n', version: 'v1' },
    {
      save: async (content, version) => {
        await settle();
        if (requests.fail !== undefined) throw new Error(requests.fail);
        saves.push({ content, version });
        return { version: `v${saves.length + 1}` };
      },
      judge: (error) => (error as Error).message as FailedSave,
      store,
      schedule: (run, delayMs) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    },
  );
  class Connection extends ScriptedConnection {
    constructor(url: string, events: ConnectionEvents) {
      super(url, events);
      connections.push(this);
    }
  }
  const autosave = shareAutosave(own, {
    url: 'ws://localhost/',
    load: async () => ({ TextConnection: Connection as unknown as typeof TextConnection }),
    store,
    onSaved: () => undefined,
    onGone: (movedTo) => void gone.push(movedTo),
    isReadOnly: false,
    isOnline: () => true,
    ...changes,
  });
  const shown = { text: 'first\n\nlast\n', isShared: false };
  const editor = {
    text: () => shown.text,
    setText: (text: string) => {
      shown.text = text;
    },
    share: (extension: unknown) => {
      shown.isShared = extension !== undefined;
    },
  } as SourceEditor;
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    for (let round = 0; round < 4; round += 1) await settle();
  };
  /** Simulates the author typing, into the shared document or alone. */
  const type = (text: string) => {
    shown.text = text;
    autosave.edit(() => shown.text);
    if (shown.isShared) connections.at(-1)?.type(text);
  };
  const attach = async () => {
    autosave.attach(editor, lf);
    await pass(0);
  };
  const share = async () => {
    await attach();
    const connection = connections.at(-1) ?? assert.fail('no connection');
    connection.open(shown.text);
    return connection;
  };
  const kind = () => autosave.state.get().kind;
  return { autosave, own, connections, saves, kept, gone, requests, shown, editor, pass, type, attach, share, kind };
}

test('the text is shared after everything is saved; from then on, only the service saves it', async (t) => {
  const { autosave, connections, saves, shown, type, attach, pass } = await start(t);
  type('typed\n\nlast\n');
  await attach();
  assert.deepEqual(saves, [{ content: 'typed\n\nlast\n', version: 'v1' }]);
  connections[0]?.open('typed\n\nlast\n');
  assert.ok(autosave.isShared() && shown.isShared);
  type('typed more\n\nlast\n');
  await pass(60_000);
  assert.equal(saves.length, 1);
});

test('text that can’t be saved is shared only after a later save succeeds', async (t) => {
  const { autosave, connections, requests, saves, type, attach, pass, kind } = await start(t);
  requests.fail = 'retry';
  type('typed');
  await attach();
  assert.equal(kind(), 'offline');
  assert.equal(connections.length, 0);
  requests.fail = undefined;
  while (connections.length === 0) await pass(1000);
  assert.deepEqual(saves, [{ content: 'typed', version: 'v1' }]);
  connections[0]?.open('typed');
  assert.ok(autosave.isShared());
});

test('text typed while the connection opens is combined with others’ text and sent', async (t) => {
  const { saves, connections, shown, type, attach, pass, kind } = await start(t);
  await attach();
  type('first\n\nmine\n');
  await pass(5000);
  connections[0]?.open('theirs\n\nlast\n');
  assert.equal(shown.text, 'theirs\n\nmine\n');
  assert.equal(connections[0]?.text, shown.text);
  assert.equal(kind(), 'saving');
  connections[0]?.acknowledge();
  assert.equal(kind(), 'saved');
  assert.deepEqual(saves, []);
});

test('if the same line differs, the author’s text is sent alone, so that the service reports the conflict', async (t) => {
  const { autosave, saves, connections, shown, type, attach, pass } = await start(t);
  await attach();
  type('mine\n\nlast\n');
  connections[0]?.open('theirs\n\nlast\n');
  assert.ok(!autosave.isShared() && !shown.isShared);
  await pass(1000);
  assert.deepEqual(saves, [{ content: 'mine\n\nlast\n', version: 'v1' }]);
  assert.deepEqual(connections[0]?.calls, ['connect', 'close']);
});

test('text with other line endings isn’t shared', async (t) => {
  const { autosave, connections, attach } = await start(t);
  await attach();
  connections[0]?.open('first\n\nlast\n', { lineEnding: 'crlf', hasByteOrderMark: false });
  assert.equal(autosave.isShared(), false);
});

test('a connection that doesn’t open within 10 s is abandoned, and later attempts become less frequent', async (t) => {
  const { connections, type, saves, attach, pass } = await start(t);
  await attach();
  type('typed');
  await pass(10_000);
  assert.deepEqual(connections[0]?.calls, ['connect', 'close']);
  await pass(1000);
  assert.deepEqual(saves, [{ content: 'typed', version: 'v1' }]);
  for (let round = 0; round < 60; round += 1) await pass(10_000);
  assert.ok(connections.length > 3 && connections.length < 25, String(connections.length));
});

test('if the service doesn’t acknowledge text within a second, the browser stores it until then', async (t) => {
  const { kept, share, type, pass, kind } = await start(t);
  const connection = await share();
  type('typed');
  assert.equal(kind(), 'saving');
  assert.equal(kept.at(-1), undefined);
  await pass(1000);
  assert.deepEqual(kept.at(-1), { content: 'typed', version: 'v1' });
  connection.acknowledge();
  assert.equal(kept.at(-1), undefined);
});

test('a failure to save the draft is shown until the text is saved again', async (t) => {
  const { autosave, share, type, kind } = await start(t);
  const connection = await share();
  connection.events.onFailed('The organization’s storage is full.');
  assert.match(
    JSON.stringify(autosave.state.get(), (_key, value) => (value instanceof Error ? value.message : value)),
    /storage is full/,
  );
  type('typed');
  connection.acknowledge();
  assert.equal(kind(), 'refused');
  connection.events.onSaved({ type: 'saved', version: 'v7', draftVersion: 3, change: 'modified' });
  assert.equal(kind(), 'saved');
  assert.deepEqual(autosave.saved(), { content: 'typed', version: 'v7' });
});

test('a lost connection is opened again with the same document, and text typed in between is stored in the browser', async (t) => {
  const { autosave, connections, kept, saves, share, type, pass, kind } = await start(t);
  const connection = await share();
  connection.lose();
  type('typed offline');
  assert.equal(kind(), 'offline');
  await pass(1000);
  assert.deepEqual(kept.at(-1)?.content, 'typed offline');
  assert.deepEqual(connection.calls, ['connect', 'attach', 'connect']);
  connection.isOpen = true;
  connection.acknowledge();
  assert.equal(kind(), 'saved');
  assert.ok(autosave.isShared());
  assert.deepEqual([connections.length, saves.length], [1, 0]);
});

test('the reason why the service can’t store the text is shown', async (t) => {
  const { autosave, share, type } = await start(t);
  const connection = await share();
  type('typed on a full disk');
  connection.lose(closeCodes.unavailable, 'The service’s disk is full.');
  const state = autosave.state.get();
  assert.deepEqual(state, { kind: 'offline', error: new Error('The service’s disk is full.') });
});

test('if the text was replaced while the connection was lost, both changes are kept', async (t) => {
  const { shown, share, type, pass } = await start(t);
  const connection = await share();
  connection.lose(closeCodes.replaced);
  type('first\n\nmine\n');
  await pass(0);
  connection.open('theirs\n\nlast\n');
  assert.equal(shown.text, 'theirs\n\nmine\n');
  assert.equal(connection.isStored, false);
});

test('after six lost connections, the text is saved by requests, based on the last acknowledged text', async (t) => {
  const { autosave, own, saves, share, type, pass } = await start(t);
  const connection = await share();
  type('stored');
  connection.acknowledge();
  type('stored, and more');
  for (let lost = 0; lost < 6; lost += 1) {
    connection.lose();
    await pass(5000);
  }
  assert.equal(autosave.isShared(), false);
  await pass(1000);
  assert.deepEqual(saves, [{ content: 'stored, and more', version: 'v1' }]);
  assert.equal(own.saved().content, 'stored, and more');
});

test('without a network, no requests are sent', async (t) => {
  const { autosave, saves, share, type, pass } = await start(t, { isOnline: () => false });
  const connection = await share();
  type('typed');
  for (let lost = 0; lost < 20; lost += 1) {
    connection.lose();
    await pass(5000);
  }
  assert.ok(autosave.isShared());
  assert.deepEqual(saves, []);
});

for (const name of ['invalid', 'forbidden', 'tooLarge'] as const)
  test(`after the code ${name}, unstored text is sent by a request, whose refusal is shown`, async (t) => {
    const { autosave, requests, share, type, pass, kind } = await start(t);
    const connection = await share();
    type('typed');
    requests.fail = 'refused';
    connection.lose(closeCodes[name]);
    assert.equal(autosave.isShared(), false);
    await pass(1000);
    assert.equal(kind(), 'refused');
    assert.deepEqual(connection.calls, ['connect', 'attach', 'close']);
  });

test('a read-only user doesn’t save', async (t) => {
  const { saves, share, shown, pass } = await start(t, { isReadOnly: true });
  const connection = await share();
  shown.text = 'typed';
  connection.lose(closeCodes.forbidden);
  await pass(60_000);
  assert.deepEqual(saves, []);
});

test('a deleted or moved file ends the connection, and its new path is reported to the page', async (t) => {
  for (const [reason, expected] of [
    ['', undefined],
    ['new/path.mdx', 'new/path.mdx'],
  ] as const) {
    const { gone, shown, share } = await start(t);
    (await share()).lose(closeCodes.gone, reason);
    assert.deepEqual(gone, [expected]);
    assert.equal(shown.isShared, false);
    t.mock.timers.reset();
  }
});

test('flush sends a save request to the service, and waits until all text is acknowledged', async (t) => {
  const { autosave, share, type, kind } = await start(t);
  const connection = await share();
  type('typed');
  let isDone = false;
  const flushed = autosave.flush().then(() => (isDone = true));
  await settle();
  assert.equal(isDone, false);
  assert.equal(connection.calls.at(-1), 'save');
  connection.acknowledge();
  await flushed;
  assert.equal(kind(), 'saved');
});

test('flush ends if the connection is lost, and reports that the text isn’t stored', async (t) => {
  const { autosave, share, type, kind } = await start(t);
  const connection = await share();
  type('typed');
  const flushed = autosave.flush();
  connection.lose();
  await flushed;
  assert.equal(kind(), 'offline');
});

test('leaving an editor closes the connection; text that couldn’t be sent is stored in the browser', async (t) => {
  for (const isOpen of [true, false]) {
    const { autosave, kept, share, type, pass, connections } = await start(t);
    const connection = await share();
    type('typed');
    if (!isOpen) connection.lose();
    autosave.attach(undefined, lf);
    assert.equal(connection.calls.at(-1), 'close');
    assert.equal(kept.at(-1)?.content, isOpen ? undefined : 'typed');
    await pass(60_000);
    assert.equal(connections.length, 1);
    t.mock.timers.reset();
  }
});

test('events of a closed connection change nothing', async (t) => {
  const { autosave, gone, kept, share, type, kind } = await start(t);
  const connection = await share();
  autosave.stop();
  const before = [kept.length, kind()];
  connection.lose(closeCodes.gone);
  connection.events.onFailed('late');
  connection.events.onPeople({ people: [], more: 3 });
  connection.events.onSaved({ type: 'saved', version: 'v9', draftVersion: 1, change: null });
  assert.deepEqual([kept.length, kind()], before);
  assert.deepEqual(gone, []);
  assert.equal(autosave.people.get().more, 0);
  assert.equal(autosave.saved().version, 'v1');
  type('after the end');
});

test('the list of people is cleared while the connection is lost', async (t) => {
  const { autosave, share } = await start(t);
  const connection = await share();
  const people = [{ client: 1, userId: 'usr_bob', name: 'Bob', path: 'index.mdx' }];
  connection.events.onPeople({ people, more: 0 });
  assert.deepEqual(autosave.people.get().people, people);
  connection.lose();
  assert.deepEqual(autosave.people.get().people, []);
});
