import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ApiError, type Identity } from '../../../platform/http/index.ts';
import type { AskResult, PullRequestAct } from './agent-of-pull-requests.ts';
import type { LocalRepository } from './local-code-host.ts';
import { KEYS, ORGANIZATION, startTestHost, type TestHost } from './testing/test-host.ts';
import { postForm, testRepositories, type PageAnswer, type TestRepositories } from './testing/test-repositories.ts';

const member = (scopes: Identity['scopes']): Identity => ({
  actor: { kind: 'user', id: 'user_ada', name: 'Ada' },
  role: 'editor',
  organizationId: ORGANIZATION,
  plan: 'enterprise',
  isOperator: false,
  scopes,
  projectIds: null,
  expiresAt: null,
});

/** Authenticates by the session's cookie, as the accounts module does. */
function bySession(cookie: string, organizationId?: string): Promise<Identity | undefined> {
  if (cookie.includes('broken')) return Promise.reject(new Error('the database is unavailable'));
  if (!/writer|reader/.test(cookie)) return Promise.resolve(undefined);
  if (organizationId !== ORGANIZATION) return Promise.reject(new ApiError('not_found', 'no member'));
  return Promise.resolve(member(cookie.includes('writer') ? ['repositories:write'] : ['repositories:read']));
}

describe('a form on a page of the embedded code host', () => {
  let world: TestHost;
  let repositories: TestRepositories;
  let repository: LocalRepository;
  let url: string;
  let number: number;
  let branches = 0;
  let answer: AskResult = { kind: 'asked' };
  const asked: (PullRequestAct & { readonly text: string })[] = [];
  const ended: string[] = [];
  before(async () => {
    const agent = {
      ask: async (request: PullRequestAct & { readonly text: string }) => {
        asked.push(request);
        return answer;
      },
      ended: async ({ number: of, state }: PullRequestAct & { readonly state: string }) =>
        void ended.push(`${of} ${state}`),
    };
    world = await startTestHost({ maxCommentCharacters: 1_000 }, { bySession, agent });
    repositories = testRepositories(world);
    repository = await repositories.seeded();
  });
  after(() => world.close());
  beforeEach(async () => {
    const name = `docwright/job-${(branches += 1)}`;
    const { pull } = await repositories.proposed(repository, { 'new.mdx': `${name}\n` }, name);
    ({ url, number } = pull);
    asked.length = 0;
    ended.length = 0;
    answer = { kind: 'asked' };
  });

  const own = () => ({ 'sec-fetch-site': 'same-origin', origin: world.baseUrl });
  const signedIn = (cookie: string, headers: Readonly<Record<string, string>> = own()) => ({ cookie, ...headers });
  const comment = (text: string, headers: Readonly<Record<string, string>> = {}): Promise<PageAnswer> =>
    postForm(url, { action: 'comment', comment: text, key: KEYS.admin }, headers);
  const comments = async () => {
    const rows = await world.options.database.kysely
      .selectFrom('local_pull_request_comments')
      .select(['author', 'body'])
      .where('number', '=', number)
      .execute();
    return rows.map(({ author, body }) => [author, body]);
  };

  describe('with a session', () => {
    const act = (headers: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>> = {}) =>
      postForm(url, { action: 'comment', comment: 'Hello', ...fields }, headers);

    test('acts as the signed-in user, without a key', async () => {
      assert.equal((await act(signedIn('writer'))).status, 303);
      assert.deepEqual(await comments(), [['Ada', 'Hello']]);
    });

    for (const [what, headers] of [
      ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://attacker.example' }],
      ['another subdomain of our domain', { 'sec-fetch-site': 'same-site', origin: 'http://sites.127.0.0.1' }],
      ['another site in a browser that sends fewer headers', { origin: 'https://attacker.example' }],
      ['a frame without an origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ] as const) {
      test(`does nothing if it is from ${what}`, async () => {
        const { status, text } = await act(signedIn('writer', headers));
        assert.equal(status, 403);
        assert.match(text, /The form was sent from another site/);
        assert.deepEqual(await comments(), []);
      });
    }

    test('is refused if the session has only read access, or if the visitor has no session', async () => {
      for (const cookie of ['reader', 'expired']) {
        const { status, text } = await act(signedIn(cookie));
        assert.equal(status, 401);
        assert.match(text, /This API key is not valid here/);
      }
      assert.deepEqual(await comments(), []);
    });

    test('acts as the key’s holder if the form contains a key, because typing a key is deliberate', async () => {
      await act(signedIn('writer'), { key: KEYS.admin });
      assert.deepEqual(await comments(), [[`the ${KEYS.admin}`, 'Hello']]);
      assert.equal((await act(signedIn('writer'), { key: KEYS.reader })).status, 403);
      assert.equal((await act(signedIn('writer'), { key: 'wrong' })).status, 401);
    });

    test('fails, and isn’t treated as signed out, if the session can’t be looked up', async () => {
      assert.equal((await act(signedIn('broken'))).status, 500);
    });

    test('redirects a reader with an invalid link to a valid one', async () => {
      const stale = url.replace(/[^/]+$/, 'x'.repeat(22));
      const visit = (cookie: string) => fetch(stale, { headers: { cookie }, redirect: 'manual' });
      const [reader, nobody] = [await visit('reader'), await visit('expired')];
      assert.deepEqual([reader.status, world.baseUrl + reader.headers.get('location')], [302, url]);
      assert.equal(nobody.status, 404);
      const pages = `${world.baseUrl}/repositories/${repository.name}`;
      const opened = await fetch(pages, { headers: { cookie: 'reader' }, redirect: 'manual' });
      assert.equal(world.baseUrl + opened.headers.get('location'), world.host.repositoryLink(repository));
      assert.equal((await fetch(`${pages}/stale`, { headers: { cookie: 'reader' }, redirect: 'manual' })).status, 302);
      assert.equal((await fetch(`${pages}/stale`, { redirect: 'manual' })).status, 404);
    });

    test('does nothing with an invalid link', async () => {
      const stale = url.replace(/[^/]+$/, 'x'.repeat(22));
      assert.equal((await postForm(stale, { action: 'close' }, signedIn('writer'))).status, 404);
      assert.deepEqual(ended, []);
    });
  });

  describe('for a comment', () => {
    test('trims the text, and converts the line endings of browsers to LF', async () => {
      await comment('  one\r\ntwo  ');
      assert.deepEqual(await comments(), [[`the ${KEYS.admin}`, 'one\ntwo']]);
    });

    for (const [what, text, said] of [
      ['only blanks', ' \r\n\t', /The comment is empty/],
      ['a NUL', 'a\0b', /The comment must/],
      ['more than the limit', 'x'.repeat(1_001), /The comment has 1001 characters; at most 1000 are allowed/],
    ] as const) {
      test(`refuses ${what} with the reason, and stores no comment`, async () => {
        const { status, text: html } = await comment(text);
        assert.equal(status, 409);
        assert.match(html, said);
        assert.deepEqual(await comments(), []);
        if (what === 'more than the limit') assert.ok(html.includes(`>${text}</textarea>`));
      });
    }

    for (const [what, body, status] of [
      ['is not UTF-8', 'action=comment&comment=%FF', 400],
      ['is longer than any comment', `comment=${'x'.repeat(600_000)}`, 413],
    ] as const) {
      test(`refuses a body that ${what}`, async () => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        assert.equal((await fetch(url, { method: 'POST', headers, body })).status, status);
      });
    }
  });

  describe('for the agent', () => {
    const ask = (text: string) => postForm(url, { action: 'ask-agent', comment: text, key: KEYS.admin });

    test('sends the caller and the request to the agent, and stores the comment for people', async () => {
      assert.equal((await ask('Shorter\r\nplease')).status, 303);
      assert.deepEqual(
        asked.map(({ principal, repository: path, number: of, text }) => [principal.actor.id, path, of, text]),
        [[KEYS.admin, repository.name, number, 'Shorter\nplease']],
      );
      assert.deepEqual(await comments(), [[`the ${KEYS.admin}`, 'Shorter\nplease']]);
    });

    test('reports why the agent does not act, and then stores no comment', async () => {
      answer = { kind: 'refused', text: 'The job is <b>archived</b>.' };
      const { status, text } = await ask('More');
      assert.equal(status, 409);
      assert.match(text, /The job is &lt;b&gt;archived&lt;\/b&gt;\./);
      assert.match(text, />More<\/textarea>/);
      assert.deepEqual(await comments(), []);
    });

    test('does not send an empty request to the agent', async () => {
      assert.equal((await ask('  ')).status, 409);
      assert.deepEqual(asked, []);
    });

    test('reports to the agent how its pull request ended', async () => {
      const act = (action: string) => postForm(url, { action, key: KEYS.admin });
      for (const action of ['close', 'close', 'reopen', 'merge', 'merge']) await act(action);
      assert.deepEqual(ended, [`${number} closed`, `${number} merged`]);
    });
  });

  for (const path of ['0', '01', '-1', '1e3', '1.0', '9999999999', '1%00', '%2e%2e', "1'--"]) {
    test(`gets 404 for pull request ${path}`, async () => {
      const token = url.split('/').at(-1) ?? '';
      const address = `${world.baseUrl}/pulls/${repository.name}/${path}/${token}`;
      assert.equal((await fetch(address)).status, 404);
      assert.equal((await postForm(address, { action: 'merge', key: KEYS.admin })).status, 404);
    });
  }

  test('reports the action in fixed words, and ignores unknown actions in the address', async () => {
    assert.match(await (await fetch(`${url}?done=merge`)).text(), /role="status">\s*Merged\./);
    for (const done of ['<script>', 'constructor', '__proto__', 'x'])
      assert.doesNotMatch(await (await fetch(`${url}?done=${encodeURIComponent(done)}`)).text(), /role="status"/);
  });
});
