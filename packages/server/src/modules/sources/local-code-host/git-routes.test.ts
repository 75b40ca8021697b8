import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { BranchMove } from './context.ts';
import type { LocalRepository } from './local-code-host.ts';
import { KEYS, startTestHost, type TestHost } from './testing/test-host.ts';
import { testRepositories, type TestRepositories } from './testing/test-repositories.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const ZERO = '0'.repeat(40);
const packet = (text: string): string => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
const flush = '0000';

function withPack(commands: string): Uint8Array<ArrayBuffer> {
  const pack = Buffer.from('PACK\0\0\0\x02\0\0\0\0');
  return new Uint8Array(Buffer.concat([Buffer.from(commands), pack, createHash('sha1').update(pack).digest()]));
}

describe('git’s addresses', () => {
  let world: TestHost;
  let repositories: TestRepositories;
  let repository: LocalRepository;
  let head: string;
  const moves: BranchMove[] = [];
  before(async () => {
    world = await startTestHost(
      { maxFetchRequestBytes: 50_000 },
      { onBranchMoved: async (move) => void moves.push(move) },
    );
    repositories = testRepositories(world);
    repository = await repositories.seeded();
    head = await world.git('--git-dir', `${world.options.root}/${repository.id}.git`, 'rev-parse', 'main');
  });
  after(() => world.close());

  const ask = (
    service: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`${world.host.cloneUrl(repository)}/${service}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEYS.admin}`,
        'content-type': `application/x-${service}-request`,
        ...headers,
      },
      body,
    });
  const refs = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${world.host.cloneUrl(repository)}/info/refs${query}`, {
      headers: { authorization: `Bearer ${KEYS.reader}`, ...headers },
    });
  const branchesOf = async () =>
    (
      await world.git('--git-dir', `${world.options.root}/${repository.id}.git`, 'for-each-ref', '--format=%(refname)')
    ).split('\n');
  /** One command, followed by the empty pack that git sends for an existing commit. */
  const pushOf = (ref: string, to = head, from = ZERO, capabilities = 'report-status') =>
    withPack(`${packet(`${from} ${to} ${ref}\0 ${capabilities}\n`)}${flush}`);

  describe('for reading', () => {
    test('send the references in either protocol, without caching', async () => {
      const first = await refs('?service=git-upload-pack');
      const text = await first.text();
      assert.equal(first.headers.get('content-type'), 'application/x-git-upload-pack-advertisement');
      assert.match(first.headers.get('cache-control') ?? '', /no-cache/);
      assert.ok(text.startsWith(`${packet('# service=git-upload-pack\n')}0000`));
      assert.match(text, new RegExp(`${head} refs/heads/main`));
      const second = await (await refs('?service=git-upload-pack', { 'git-protocol': 'version=2' })).text();
      assert.ok(second.startsWith(packet('version 2\n')));
    });

    for (const protocol of ['version=3', 'version=2:evil=1', '$(touch /tmp/x)', 'version=2\tx', ''])
      test(`use the oldest protocol if a client requests ${JSON.stringify(protocol)}`, async () => {
        const text = await (await refs('?service=git-upload-pack', { 'git-protocol': protocol })).text();
        assert.ok(text.startsWith(packet('# service=git-upload-pack\n')));
      });

    for (const query of [
      '',
      '?service=',
      '?service=git-upload-archive',
      '?service=upload-pack',
      '?service=git-upload-pack&service=git-receive-pack',
    ])
      test(`respond with 403 to ${JSON.stringify(query)}, because only the smart HTTP protocol is served`, async () => {
        const answer = await refs(query);
        assert.equal(answer.status, 403);
        assert.match(await answer.text(), /Only the smart HTTP protocol is served/);
      });

    test('redirect a browser to the repository’s page, and never to another host', async () => {
      const answer = await fetch(world.host.cloneUrl(repository), { redirect: 'manual' });
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, `/repositories/${repository.name}`]);
      const odd = await fetch(`${world.baseUrl}/git/%2f%2fattacker.example.git`, { redirect: 'manual' });
      assert.equal(odd.headers.get('location'), '/repositories/%2F%2Fattacker.example', 'no other host');
    });
  });

  describe('refuse', () => {
    for (const [what, headers, status] of [
      ['another type', { 'content-type': 'application/x-git-receive-pack-request' }, 415],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['another encoding', { 'content-encoding': 'br' }, 415],
      ['two encodings', { 'content-encoding': 'gzip, gzip' }, 415],
    ] as const) {
      test(`a body of ${what}`, async () => {
        assert.equal((await ask('git-upload-pack', flush, headers)).status, status);
      });
    }

    for (const [what, body, headers] of [
      ['that is declared as gzip but is not', 'not gzip at all', { 'content-encoding': 'gzip' }],
      ['that is not the Git protocol', 'zzzz hello', {}],
      ['that is HTML', '<!doctype html><script>x</script>', {}],
    ] as const) {
      test(`a body ${what}, and serve the next request`, async () => {
        for (const service of ['git-upload-pack', 'git-receive-pack']) {
          const status = await ask(service, body, headers).then(
            ({ status: of }) => of,
            () => 0,
          );
          assert.equal(status, 400, service);
        }
        assert.equal((await refs('?service=git-upload-pack')).status, 200);
      });
    }

    test('a request for objects beyond the size limit', async () => {
      const wants = packet(`want ${head}\n`).repeat(2_000);
      const status = await ask('git-upload-pack', wants + flush).then(
        async (answer) =>
          answer.status === 200
            ? answer.text().then(
                () => 200,
                () => 0,
              )
            : answer.status,
        () => 0,
      );
      assert.notEqual(status, 200);
    });

    test('a push with a read-only key', async () => {
      const before = await branchesOf();
      const answer = await ask('git-receive-pack', pushOf('refs/heads/reader'), {
        authorization: `Bearer ${KEYS.reader}`,
      });
      assert.equal(answer.status, 403);
      assert.match(await answer.text(), /lacks the scope repositories:write/);
      assert.deepEqual(await branchesOf(), before);
    });
  });

  describe('for pushing', () => {
    const eventCount = async () => {
      const rows = await world.options.database.kysely
        .selectFrom('audit_events')
        .select('details')
        .where('action', '=', 'repository.pushed')
        .orderBy('id')
        .execute();
      return rows.map(({ details }) => details);
    };
    /** Waits for `count` moves, because actions after a push run only after git has responded. */
    async function untilTold(count: number): Promise<void> {
      const deadline = performance.now() + hangLimitMs;
      while (moves.length < count) {
        assert.ok(performance.now() < deadline, `nobody is notified of move ${count}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }

    test('accept a compressed push, and the event names the moved branch and its author, but no tags', async () => {
      moves.length = 0;
      const body = new Uint8Array(gzipSync(pushOf('refs/heads/zipped')));
      assert.equal((await ask('git-receive-pack', body, { 'content-encoding': 'gzip' })).status, 200);
      await untilTold(1);
      await (await ask('git-receive-pack', pushOf('refs/tags/v9'))).text();
      await (await ask('git-receive-pack', pushOf('refs/heads/after'))).text();
      await untilTold(2);
      assert.deepEqual(
        moves.map(({ branches, author }) => [branches, author]),
        [
          [['zipped'], `the ${KEYS.admin}`],
          [['after'], `the ${KEYS.admin}`],
        ],
      );
    });

    test('accept a push that requests no report, and update the references', async () => {
      moves.length = 0;
      const known = (await eventCount()).length;
      await (await ask('git-receive-pack', pushOf('refs/heads/silent', head, ZERO, 'side-band-64k'))).text();
      await untilTold(1);
      assert.deepEqual((await eventCount())[known], {
        refs: [{ ref: 'refs/heads/silent', from: ZERO, to: head }],
        refCount: 1,
      });
    });

    test('move nothing if a push expects a different commit', async () => {
      const known = (await eventCount()).length;
      const answer = await ask('git-receive-pack', pushOf('refs/heads/main', head, 'f'.repeat(40)));
      assert.match(await answer.text(), /ng refs\/heads\/main/);
      assert.equal((await eventCount()).length, known);
    });

    test('record a push of 120 references as one event that names fifty and counts all', async () => {
      moves.length = 0;
      const known = (await eventCount()).length;
      const names = Array.from({ length: 120 }, (_, index) => `refs/heads/many/${index}`);
      const [first = '', ...rest] = names;
      const commands = `${packet(`${ZERO} ${head} ${first}\0 report-status\n`)}${rest.map((ref) => packet(`${ZERO} ${head} ${ref}\n`)).join('')}`;
      await (await ask('git-receive-pack', withPack(commands + flush))).text();
      await untilTold(1);
      const details = (await eventCount())[known] as { refs: unknown[]; refCount: number };
      assert.deepEqual([details.refs.length, details.refCount, moves[0]?.branches.length], [50, 120, 120]);
    });

    test('refuse a push that ends in the middle of its commands', async () => {
      const before = await branchesOf();
      const answer = await ask('git-receive-pack', pushOf('refs/heads/half').slice(0, 60));
      assert.equal(answer.status, 400);
      assert.deepEqual(await branchesOf(), before);
    });

    test('move nothing for a push of a missing commit', async () => {
      const answer = await ask('git-receive-pack', pushOf('refs/heads/none', 'e'.repeat(40)));
      await answer.text().catch(() => '');
      assert.ok(!(await branchesOf()).includes('refs/heads/none'));
    });
  });
});

test('the limit on a push’s unpacked size also applies if the push is refused', async () => {
  const world = await startTestHost({ maxPushBytes: 200_000 });
  try {
    const repository = await testRepositories(world).seeded();
    const command = packet(`${ZERO} ${'ab'.repeat(20)} refs/evil/x\0 report-status\n`);
    const body = gzipSync(Buffer.concat([Buffer.from(command + flush), Buffer.alloc(20_000_000)]));
    const answer = await fetch(`${world.host.cloneUrl(repository)}/git-receive-pack`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEYS.admin}`,
        'content-type': 'application/x-git-receive-pack-request',
        'content-encoding': 'gzip',
      },
      body: new Uint8Array(body),
    });
    assert.deepEqual([answer.status, await answer.text()], [413, 'The request is larger than 200000 bytes.\n']);
  } finally {
    await world.close();
  }
});
