import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { CodeHostError, type CodeHost, type RepositoryFacts } from '../../../platform/code-host/index.ts';
import type { MirrorStore, RemoteRepository } from '../../../platform/git/index.ts';
import type { LocalCodeHost } from '../local-code-host/index.ts';
import { createConnectRepository } from './connect-repository.ts';

const owner = { organizationId: 'org_home', repository: 'https://github.com/acme/docs' };

describe('a repository on a code host that the organization connected', () => {
  const own = { of: 'org_home', credential: 'Basic own' as string | undefined };
  const asked: string[] = [];
  const hostOf = (url: string, credential: string): CodeHost =>
    ({ gitAccess: { url, authorization: () => Promise.resolve(credential) } }) as unknown as CodeHost;
  const isOwn = (organizationId: string, path: string): boolean =>
    organizationId === own.of && own.credential !== undefined && path.startsWith('acme/');
  const connect = createConnectRepository({
    rules: {
      baseUrl: 'https://docs.example',
      hosts: [{ kind: 'github', webUrl: 'https://github.com' }],
      ownHosts: {
        list: (organizationId) =>
          Promise.resolve(organizationId === own.of ? [{ kind: 'gitea', webUrl: 'https://git.acme.example' }] : []),
        covers: (organizationId, { path }) => Promise.resolve(isOwn(organizationId, path)),
        connect: (organizationId, { path, webUrl }) =>
          Promise.resolve(isOwn(organizationId, path) ? hostOf(webUrl, own.credential ?? '') : undefined),
      },
    },
    localCodeHost: { findRepository: () => Promise.resolve(undefined) } as unknown as LocalCodeHost,
    mirrors: { open: () => ({}) } as unknown as MirrorStore,
    connectRemote: ({ webUrl, path }) => {
      asked.push(path);
      return hostOf(webUrl, 'Basic installation');
    },
    findConnected: (organizationId) => Promise.resolve(organizationId === own.of ? ['https://github.com/acme/*'] : []),
  });
  beforeEach(() => {
    own.credential = 'Basic own';
    asked.length = 0;
  });
  const refusal = { code: 'repository-not-found', message: /does not exist, or is not connected to the organization/ };

  test('is accessed with that code host’s credential, even if the operator allows the same repository', async () => {
    const { host } = await connect(owner);
    assert.equal(await host.gitAccess.authorization(), 'Basic own');
    own.credential = 'Basic new';
    assert.equal(await host.gitAccess.authorization(), 'Basic new');
    assert.deepEqual(asked, []);
  });

  test('gets no other credential if it is disconnected in the middle of the work, but a later connection gets one', async () => {
    const { host } = await connect(owner);
    own.credential = undefined;
    await assert.rejects(host.gitAccess.authorization(), refusal);
    const later = await connect(owner);
    assert.equal(await later.host.gitAccess.authorization(), 'Basic installation');
  });

  test('is not accessible to another organization, and its credential covers no repository outside the account', async () => {
    await assert.rejects(connect({ ...owner, organizationId: 'org_other' }), refusal);
    await assert.rejects(connect({ ...owner, repository: 'https://github.com/stranger/docs' }), refusal);
    const there = 'https://git.acme.example/acme/docs';
    assert.equal((await connect({ ...owner, repository: there })).host.gitAccess.url, 'https://git.acme.example');
    await assert.rejects(connect({ organizationId: 'org_other', repository: there }), refusal);
    assert.deepEqual(asked, []);
  });
});

describe('a repository on another code host', () => {
  /** The organization's patterns, which change while a job is running. */
  let connected: string[];
  let asked: string[];
  let facts: () => Promise<Partial<RepositoryFacts>>;
  beforeEach(() => {
    connected = ['https://github.com/acme/*'];
    asked = [];
    facts = () => Promise.resolve({ fullName: 'acme/docs' });
  });
  const remotes: RemoteRepository[] = [];
  const connect = createConnectRepository({
    rules: { baseUrl: 'https://docs.example', hosts: [{ kind: 'github', webUrl: 'https://github.com' }] },
    localCodeHost: { findRepository: () => Promise.resolve(undefined) } as unknown as LocalCodeHost,
    mirrors: {
      open: (remote: RemoteRepository) => {
        remotes.push(remote);
        return {};
      },
    } as unknown as MirrorStore,
    connectRemote: (address) => {
      asked.push(address.path);
      return {
        gitAccess: {
          url: `https://github.com/${address.path}.git`,
          authorization: () => Promise.resolve('Basic token'),
        },
        getRepository: () => facts(),
      } as unknown as CodeHost;
    },
    findConnected: () => Promise.resolve(connected),
  });
  const notConnected = {
    code: 'repository-not-found',
    message: /does not exist, or is not connected to the organization/,
  };

  test('is refused before its host is contacted if it is not connected', async () => {
    connected = ['https://github.com/acme-evil/*'];
    await assert.rejects(connect(owner), notConnected);
    assert.deepEqual(asked, []);
  });

  test('is refused with the same message whether it doesn’t exist or isn’t connected', async () => {
    facts = () => Promise.reject(new CodeHostError('repository-not-found', 'GitHub says 404.'));
    const { host } = await connect(owner);
    const missing = await host.getRepository().catch((error: Error) => error.message);
    connected = [];
    const refused = await connect(owner).catch((error: Error) => error.message);
    assert.equal(missing, refused);
  });

  test('gets no more credentials after it is disconnected, even in the middle of the work', async () => {
    const { host } = await connect(owner);
    const mirror = remotes.at(-1);
    assert.equal(await host.gitAccess.authorization(), 'Basic token');
    assert.equal(await mirror?.authorization?.(), 'Basic token');
    connected = [];
    await assert.rejects(host.gitAccess.authorization(), notConnected);
    await assert.rejects(async () => mirror?.authorization?.(), notConnected);
  });

  test('is treated like its target if it redirects to another name', async () => {
    facts = () => Promise.resolve({ fullName: 'stranger/secrets' });
    const { host } = await connect(owner);
    await assert.rejects(host.getRepository(), notConnected);
    connected.push('https://github.com/stranger/secrets');
    assert.equal((await host.getRepository()).fullName, 'stranger/secrets');
  });

  test('reports the host’s message if the host fails for another reason', async () => {
    facts = () => Promise.reject(new CodeHostError('rate-limited', 'GitHub limits requests.'));
    const { host } = await connect(owner);
    await assert.rejects(host.getRepository(), { code: 'rate-limited', message: 'GitHub limits requests.' });
  });

  test('is not found if it is missing on the embedded host, or if its address is on an unknown host', async () => {
    await assert.rejects(connect({ ...owner, repository: 'local:docs' }), { code: 'repository-not-found' });
    await assert.rejects(connect({ ...owner, repository: 'https://internal.example/a/b' }), {
      code: 'repository-not-found',
    });
  });
});
