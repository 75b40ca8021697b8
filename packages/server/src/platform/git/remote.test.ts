import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { isGitError } from './errors.ts';
import { createMirrorStore } from './mirror-store.ts';
import type { Mirror } from './mirror.ts';
import { makeTestRepository, type TestRepository } from './testing/test-repository.ts';
import { startTestGitServer, type TestGitServer } from './testing/git-server.ts';

const TOKEN = 'canary-token-1234567890';
const AUTHORIZATION = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;

describe('a repository over HTTP', () => {
  let repository: TestRepository;
  let server: TestGitServer;
  let base: string;
  let opened = 0;
  before(async () => {
    repository = makeTestRepository();
    base = repository.commit({ 'index.mdx': '# Hi' });
    server = await startTestGitServer(join(repository.folder, 'repositories'), AUTHORIZATION);
  });
  beforeEach(() => {
    server.fault = undefined;
    server.seen.length = 0;
  });
  after(async () => {
    await server.close();
    repository.remove();
  });

  function open(path = '/docs.git', authorization: string | undefined = AUTHORIZATION, timeoutMs = 10_000): Mirror {
    const settings = {
      ...repository.settings,
      plainHttpHosts: [server.host],
      allowedPrivateHosts: [server.host],
      commandTimeoutMs: timeoutMs,
    };
    const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings });
    return store.open({
      id: `docs-${(opened += 1)}`,
      url: server.url + path,
      authorization: () => Promise.resolve(authorization),
    });
  }

  const failsWith = (code: Parameters<typeof isGitError>[1]) => (error: Error) => {
    assert.ok(isGitError(error, code), String(error));
    assert.ok(
      !error.message.includes(TOKEN) &&
        !error.message.includes(repository.folder) &&
        !error.message.includes(server.host),
    );
    return true;
  };

  test('is fetched and pushed to with the token as a header of each request', async () => {
    const mirror = open();
    assert.equal((await mirror.fetch()).branches.get('main'), base);
    const author = { name: 'D', email: 'd@example.com' };
    const commit = await mirror.commitOverlay({
      base,
      changes: [{ path: 'a.mdx', content: 'a' }],
      message: 'm',
      author,
      date: new Date(0),
    });
    const sha = commit.kind === 'committed' ? commit.sha : '';
    assert.deepEqual(await mirror.push({ branch: 'docwright/x', sha, expected: null }), {
      kind: 'pushed',
      alreadyThere: false,
    });
    assert.equal(repository.git('rev-parse', 'docwright/x'), sha);
    assert.ok(server.seen.length > 3);
    assert.ok(server.seen.every(({ authorization }) => authorization === AUTHORIZATION));
  });

  test('reports a repeated push, after its response was lost, as already there', async () => {
    const mirror = open();
    await mirror.fetch();
    const author = { name: 'D', email: 'd@example.com' };
    const commit = await mirror.commitOverlay({
      base,
      changes: [{ path: 'b.mdx', content: 'b' }],
      message: 'm',
      author,
      date: new Date(0),
    });
    const sha = commit.kind === 'committed' ? commit.sha : '';
    server.fault = (request, response) => {
      if (request.method !== 'POST') return false;
      response.end = (() => response.destroy()) as never;
      return false;
    };
    assert.deepEqual(await mirror.push({ branch: 'docwright/lost', sha, expected: null }), { kind: 'unreachable' });
    assert.deepEqual(await mirror.push({ branch: 'docwright/lost', sha, expected: null }), {
      kind: 'pushed',
      alreadyThere: true,
    });
  });

  test('fails with permission-denied for a wrong token, and with repository-not-found if the repository is missing', async () => {
    await assert.rejects(open('/docs.git', 'Basic d3Jvbmc=').fetch(), failsWith('permission-denied'));
    await assert.rejects(open('/none.git').fetch(), failsWith('repository-not-found'));
  });

  test('fails with repository-moved if it redirects', async () => {
    server.fault = (_request, response) => {
      response.writeHead(301, { location: 'http://127.0.0.1:1/elsewhere' }).end();
      return true;
    };
    await assert.rejects(open().fetch(), failsWith('repository-moved'));
  });

  for (const status of [429, 500, 502, 503]) {
    test(`with status ${status} is reported as unreachable, so it can be retried`, async () => {
      server.fault = (_request, response) => {
        response.writeHead(status).end();
        return true;
      };
      await assert.rejects(
        open().fetch(),
        (error: Error) => failsWith('unreachable')(error) && isGitError(error) && error.retryable,
      );
    });
  }

  test('fails with a timeout if it never responds', async () => {
    server.fault = () => true;
    await assert.rejects(open('/docs.git', AUTHORIZATION, 300).fetch(), failsWith('timeout'));
  });

  test('is no longer fetched after the fetch is canceled', async () => {
    server.fault = () => true;
    const controller = new AbortController();
    const fetching = open().fetch({ signal: controller.signal });
    setImmediate(() => controller.abort());
    await assert.rejects(fetching, failsWith('cancelled'));
  });

  test('is refused over http unless its host is listed', async () => {
    const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
    await assert.rejects(store.open({ id: 'x', url: `${server.url}/docs.git` }).fetch(), (error: Error) =>
      isGitError(error, 'invalid-remote'),
    );
  });

  test('is refused if its host resolves to a private address that isn’t allowed', async () => {
    const settings = {
      ...repository.settings,
      plainHttpHosts: [server.host, `localhost:${server.host.split(':')[1]}`],
    };
    const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings });
    const port = server.host.split(':')[1];
    for (const host of [server.host, `localhost:${port}`]) {
      const mirror = store.open({ id: 'private', url: `http://${host}/docs.git` });
      await assert.rejects(
        mirror.fetch(),
        (error: Error) => {
          assert.ok(isGitError(error, 'invalid-remote'), host);
          if (host !== server.host) assert.doesNotMatch(inspect(error), /127\.0\.0\.1|::1/);
          return true;
        },
        host,
      );
    }
    for (const url of [
      'https://[::1]/x',
      'https://169.254.169.254/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://0x7f.1/x',
    ]) {
      await assert.rejects(
        store.open({ id: 'private', url }).fetch(),
        (error: Error) => isGitError(error, 'invalid-remote'),
        url,
      );
    }
    assert.deepEqual(server.seen, []);
  });

  test('is accessed at the checked address', async () => {
    const settings = { ...repository.settings, plainHttpHosts: [`git.invalid:${server.host.split(':')[1]}`] };
    const store = createMirrorStore({
      root: join(repository.folder, 'mirrors'),
      settings,
      resolveHost: () => Promise.resolve(['127.0.0.1']),
    });
    const mirror = store.open({
      id: 'pinned',
      url: `http://git.invalid:${server.host.split(':')[1]}/docs.git`,
      authorization: () => Promise.resolve(AUTHORIZATION),
    });
    assert.equal((await mirror.fetch()).branches.get('main'), base);
  });
});
