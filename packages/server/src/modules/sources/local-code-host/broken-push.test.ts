import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { LocalRepository } from './local-code-host.ts';
import { KEYS, startTestHost, type TestHost } from './testing/test-host.ts';
import { testRepositories } from './testing/test-repositories.ts';

const maxPushBytes = 100_000;
const packet = (text: string): string => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
const tooLarge = `The request is larger than ${maxPushBytes} bytes.\n`;

let world: TestHost;
let repository: LocalRepository;
/** One promise for each git process that a push started, which settles when the process has ended. */
let processes: Promise<unknown>[] = [];
before(async () => {
  world = await startTestHost({ maxPushBytes });
  repository = await testRepositories(world).seeded();
  const { git } = world.options;
  const start = git.start.bind(git);
  git.start = (command) => {
    const process = start(command);
    processes.push(process.ended.catch(() => undefined));
    return process;
  };
});
after(() => world.close());

const garbage = {
  'of one byte repeated': Buffer.alloc(2_000_000),
  random: randomBytes(300_000),
  'that begins like a pack': Buffer.concat([Buffer.from('PACK\0\0\0\x02\0\0\xff\xff'), randomBytes(300_000)]),
};

interface Cut {
  readonly isGzipped: boolean;
  /** The point at which the client stops sending, as a fraction of the body. */
  readonly sent: number;
  /** Whether the client also closes the connection instead of waiting for a response. */
  readonly closes: boolean;
}

/** Sends a push and returns the response, or the part that arrived. */
async function push(pack: Buffer, capabilities: string, { isGzipped, sent, closes }: Cut): Promise<string> {
  const command = `${packet(`${'0'.repeat(40)} ${'ab'.repeat(20)} refs/heads/x\0 ${capabilities}\n`)}0000`;
  const plain = Buffer.concat([Buffer.from(command), pack]);
  const body = isGzipped ? gzipSync(plain) : plain;
  const { port, pathname } = new URL(`${world.host.cloneUrl(repository)}/git-receive-pack`);
  const socket = connect(Number(port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  const closed = once(socket, 'close');
  const head = [
    `POST ${pathname} HTTP/1.1`,
    'host: docs.example',
    `authorization: Bearer ${KEYS.admin}`,
    'content-type: application/x-git-receive-pack-request',
    ...(isGzipped ? ['content-encoding: gzip'] : []),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const part = body.subarray(0, Math.ceil(body.length * sent));
  if (closes) socket.write(part, () => socket.destroy());
  else socket.write(part);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

/** Checks for a complete refusal, or git's complete report that the push failed. */
function assertRefused(response: string, what: string): void {
  const [head = '', ...rest] = response.split('\r\n\r\n');
  const text = rest.join('\r\n\r\n');
  if (head.startsWith('HTTP/1.1 413')) assert.equal(text, tooLarge, what);
  else {
    assert.match(head, /^HTTP\/1\.1 200/, what);
    assert.match(text, /ng refs\/heads\/x/, `${what}: git's report\n${response}`);
    assert.match(text, /0\r\n\r\n$/, `${what}: the response is complete`);
  }
}

for (const [name, pack] of Object.entries(garbage))
  test(`a push of garbage ${name} beyond the limit gets a complete refusal, either for its size or from git`, async () => {
    for (const capabilities of ['report-status', 'report-status side-band-64k'])
      for (const isGzipped of [true, false])
        // The client waits for the response before it sends the rest.
        for (const sent of [0.95, 1]) {
          const what = `${capabilities} ${isGzipped ? 'gzip' : 'identity'} ${sent}`;
          for (let turn = 0; turn < 3; turn += 1)
            assertRefused(await push(pack, capabilities, { isGzipped, sent, closes: false }), what);
        }
    assert.equal((await Promise.all(processes.splice(0))).length, 24);
  });

test('git ends when a client closes its connection, and the next push is answered', async () => {
  const points = [0, 0.0001, 0.001, 0.02, 0.2, 0.5, 0.99, 1];
  for (const pack of Object.values(garbage))
    for (const isGzipped of [true, false])
      // More pushes than there are slots, so that a slot that isn't released would be detected.
      for (const sent of [...points, ...points]) await push(pack, 'report-status', { isGzipped, sent, closes: true });
  await Promise.all(processes.splice(0));
  assertRefused(await push(garbage.random, 'report-status', { isGzipped: true, sent: 1, closes: false }), 'the next');
});
