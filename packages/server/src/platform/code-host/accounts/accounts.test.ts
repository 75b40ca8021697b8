import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest, HttpResponse } from '../../http-client/index.ts';
import { answer, createRecordingClient } from '../testing/recording-client.ts';
import type { CodeHostAccount } from './account.ts';
import { createBitbucketAccount } from './bitbucket.ts';
import { createGiteaAccount } from './gitea.ts';
import { createGitLabAccount } from './gitlab.ts';

/** A host that chooses its responses by the end of the path. */
function scripted(answers: Readonly<Record<string, () => HttpResponse>>) {
  const http = createRecordingClient();
  http.fault = ({ url }: HttpRequest) => {
    const { pathname, searchParams } = new URL(url);
    const [, reply] = Object.entries(answers).find(([end]) => pathname.endsWith(end)) ?? [];
    const page = searchParams.get('page') ?? '1';
    return Promise.resolve(reply?.() ?? answer(404, { message: `nothing at ${pathname} page ${page}` }));
  };
  return http;
}
const statusesOf = async (account: CodeHostAccount) =>
  Object.fromEntries((await account.check()).permissions.map(({ name, status }) => [name, status]));
const namesOf = async (account: CodeHostAccount): Promise<readonly string[]> =>
  (await account.listRepositories()).repositories.map(({ fullName }) => fullName);

test('gitlab: scopes are read from the token’s own data, or are unknown if the token can’t read it', async () => {
  const user = () => answer(200, { username: 'ada' });
  const projects = () =>
    answer(200, [
      { path_with_namespace: 'acme/sub/docs', default_branch: 'main', visibility: 'private' },
      { path_with_namespace: 'acme-evil/docs', default_branch: null, visibility: 'public' },
    ]);
  const open = (self: () => HttpResponse) =>
    createGitLabAccount({
      http: scripted({ '/user': user, '/personal_access_tokens/self': self, '/projects': projects }),
      webUrl: 'https://git.example.com/gitlab/',
      token: 't',
      account: 'acme',
    });
  const full = open(() => answer(200, { scopes: ['api', 'write_repository'] }));
  assert.deepEqual(await statusesOf(full), { api: 'granted', write_repository: 'granted' });
  assert.deepEqual(await statusesOf(open(() => answer(200, { scopes: ['api'] }))), {
    api: 'granted',
    write_repository: 'missing',
  });
  assert.deepEqual(await statusesOf(open(() => answer(403, { error: 'insufficient_scope' }))), {
    api: 'unknown',
    write_repository: 'unknown',
  });
  await assert.rejects(open(() => answer(401, {})).check(), { code: 'unauthorized' });
  assert.deepEqual(await namesOf(full), ['acme/sub/docs']);
});

test('gitea: the status of each scope is read from refusals, which in newer versions list the token’s scopes', async () => {
  const ok = () => answer(200, { login: 'ada', ok: true, data: [] });
  const lacks = (scope: string, has = '') =>
    answer(403, {
      message: `token does not have at least one of required scope(s), required=[${scope}]${has === '' ? '' : `, token scope=${has}`}`,
    });
  const open = (replies: Readonly<Record<string, () => HttpResponse>>) =>
    createGiteaAccount({ http: scripted(replies), webUrl: 'https://git.example.com', token: 't' });
  const [search, issues] = ['/repos/search', '/repos/issues/search'];
  assert.deepEqual(await statusesOf(open({ [issues]: ok, [search]: ok, '/user': ok })), {
    'write:repository': 'unknown',
    'write:issue': 'unknown',
    'read:user': 'granted',
  });
  const reported = { [issues]: ok, [search]: ok, '/user': () => lacks('read:user', 'write:repository,read:issue') };
  assert.deepEqual(await statusesOf(open(reported)), {
    'write:repository': 'granted',
    'write:issue': 'missing',
    'read:user': 'missing',
  });
  assert.equal((await open(reported).check()).signedInAs, undefined);
  const untold = { [issues]: ok, [search]: () => lacks('read:repository'), '/user': ok };
  assert.equal((await statusesOf(open(untold)))['write:repository'], 'missing');
  const revoked = () => answer(401, { message: 'user does not exist' });
  await assert.rejects(open({ [issues]: revoked, [search]: revoked, '/user': revoked }).check(), {
    code: 'unauthorized',
  });
  // A page that refuses everything isn't a code host.
  const wall = () => answer(403, '<html>');
  await assert.rejects(open({ [issues]: wall, [search]: wall, '/user': wall }).check(), { code: 'forbidden' });
});

test('gitea: pages are read until one is shorter than the page size', async () => {
  let page = 0;
  const repos = () => {
    page += 1;
    const items = Array.from({ length: page === 1 ? 50 : 3 }, (_, index) => ({
      full_name: `acme/r${page}-${index}`,
      default_branch: 'main',
      private: true,
      permissions: { push: index % 2 === 0 },
    }));
    return answer(200, items);
  };
  const listing = await createGiteaAccount({
    http: scripted({ '/user/repos': repos }),
    webUrl: 'https://git.example.com',
    token: 't',
  }).listRepositories();
  assert.deepEqual([listing.repositories.length, listing.isWhole, page], [53, true, 2]);
});

test('a list is limited to 1,000 repositories', async () => {
  const full = () =>
    answer(
      200,
      Array.from({ length: 50 }, () => ({ full_name: 'a/b', private: false })),
    );
  const account = createGiteaAccount({
    http: scripted({ '/user/repos': full }),
    webUrl: 'https://git.example.com',
    token: 't',
  });
  const { repositories, isWhole } = await account.listRepositories();
  assert.deepEqual([repositories.length, isWhole], [1_000, false]);
});

test('bitbucket: scopes are read from a header, and have the names that the kind of token uses', async () => {
  const open = (scopes: string | undefined, user?: string) =>
    createBitbucketAccount({
      http: scripted({
        '/repositories/acme': () =>
          answer(
            200,
            { values: [{ full_name: 'acme/docs', is_private: true, mainbranch: { name: 'main' } }] },
            scopes === undefined ? {} : { 'x-oauth-scopes': scopes },
          ),
      }),
      webUrl: 'https://bitbucket.org',
      token: 't',
      account: 'acme',
      ...(user !== undefined && { user }),
    });
  assert.deepEqual(await statusesOf(open('repository:write, pullrequest:write')), {
    'repository:write': 'granted',
    'pullrequest:write': 'granted',
    webhook: 'missing',
  });
  const person = await statusesOf(open('write:repository:bitbucket', 'ada@example.com'));
  assert.deepEqual(person, {
    'write:repository:bitbucket': 'granted',
    'write:pullrequest:bitbucket': 'missing',
    'write:webhook:bitbucket': 'missing',
  });
  assert.equal((await statusesOf(open(undefined)))['webhook'], 'unknown');
  assert.deepEqual(await namesOf(open('')), ['acme/docs']);
});
