import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { findPushFault, readMovedRefs, readPushCommands, refusePush } from './push-commands.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const ZERO = '0'.repeat(40);
const packet = (text: string): string => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
const read = (...chunks: string[]) => readPushCommands(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
const update = (ref: string, to = B) => ({ ref, from: A, to });

describe('reading the commands of a push', () => {
  for (const [what, bytes] of [
    ['a length that is not a number', 'zzzz'],
    ['a length with a sign', '-004'],
    ['a length below its own four bytes', '0003'],
    ['a body that ends before the commands do', packet(`${A} ${B} refs/heads/main`)],
    ['a length beyond the body', `ffff${A}`],
    ['nothing', ''],
  ] as const) {
    test(`returns nothing for ${what}`, async () => {
      assert.equal(await read(bytes), undefined);
    });
  }

  test('ends at 4 MiB if the commands have no end', async () => {
    let sent = 0;
    const line = Buffer.from(packet(`${A} ${B} refs/heads/${'x'.repeat(60_000)}`));
    const endless = Readable.from(
      (function* lines() {
        for (; ; sent += line.length) yield line;
      })(),
    );
    assert.equal(await readPushCommands(endless), undefined);
    endless.destroy();
    assert.ok(sent < 6 * 1024 * 1024, `${sent} bytes were read`);
  });

  test('accepts commands that are split anywhere, and doesn’t consume the pack after them', async () => {
    const text = `${packet(`${A} ${B} refs/heads/main\0 report-status side-band-64k atomic\n`)}${packet(`${A} ${ZERO} refs/heads/old\n`)}0000PACK`;
    const commands = await read(...text.split(''));
    assert.deepEqual(commands?.updates, [update('refs/heads/main'), update('refs/heads/old', ZERO)]);
    assert.deepEqual([...commands.capabilities], ['report-status', 'side-band-64k', 'atomic']);
    assert.equal(commands.head.toString(), text.slice(0, -'PACK'.length));
  });
});

describe('references that can’t be pushed', () => {
  for (const ref of [
    'refs/pulls/1/head',
    'HEAD',
    'refs/heads/',
    'refs/headsmain',
    '../refs/heads/main',
    'refs/notes/x',
  ]) {
    test(`include ${ref}, which is neither a branch nor a tag`, () => {
      assert.match(findPushFault(update(ref)) ?? '', /only branches/);
      assert.match(findPushFault(update(ref, ZERO)) ?? '', /only branches/);
    });
  }

  for (const name of ['a..b', '-option', 'a b', 'a\nb', 'HEAD', 'a.lock', '$(touch x)', 'a\u0007']) {
    test(`include ${JSON.stringify(name)}, which can still be deleted`, () => {
      assert.match(findPushFault(update(`refs/heads/${name}`)) ?? '', /names of branches and tags must follow/);
      assert.match(findPushFault(update(`refs/tags/${name}`)) ?? '', /names of branches and tags must follow/);
      assert.equal(findPushFault(update(`refs/heads/${name}`, ZERO)), undefined);
    });
  }

  test('don’t include branches and tags with plain names', () => {
    for (const ref of ['refs/heads/main', 'refs/heads/docwright/job-1', 'refs/tags/v1.0']) {
      assert.equal(findPushFault(update(ref)), undefined);
    }
  });
});

describe('the response to a push', () => {
  const updates = [update('refs/heads/main'), update('refs/pulls/1/head')];

  for (const capabilities of [new Set<string>(), new Set(['side-band-64k'])]) {
    const form = capabilities.size > 0 ? 'in the first band' : 'without bands';
    test(`refuses each reference of a push with one invalid reference, ${form}`, () => {
      const commands = { updates, capabilities, head: Buffer.alloc(0) };
      const answer = refusePush(commands, findPushFault);
      assert.match(answer.toString(), /ng refs\/heads\/main another reference of this push was refused\n/);
      assert.match(answer.toString(), /ng refs\/pulls\/1\/head only branches/);
      assert.deepEqual([...readMovedRefs(answer, commands)], []);
    });
  }

  test('shows as moved only the references that git reports; progress output can’t forge a report', () => {
    const report = `${packet('unpack ok\n')}${packet('ok refs/heads/main\n')}${packet('ng refs/heads/old stale\n')}0000`;
    const bands = `${packet(`\u0002${packet('ok refs/heads/forged\n')}`)}${packet(`\u0001${report.slice(0, 20)}`)}${packet(`\u0001${report.slice(20)}`)}0000`;
    const commands = { updates, capabilities: new Set(['side-band-64k']), head: Buffer.alloc(0) };
    assert.deepEqual([...readMovedRefs(Buffer.from(bands), commands)], ['refs/heads/main']);
    assert.deepEqual([...readMovedRefs(Buffer.from('garbage'), commands)], []);
  });
});
