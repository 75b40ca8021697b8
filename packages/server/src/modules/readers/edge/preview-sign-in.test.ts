import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../../platform/clock/index.ts';
import { OTHER, type ModuleDatabase } from '../../../testing/module-database.ts';
import {
  openAccountService,
  uniqueEmail,
  type AccountService,
  type Browser,
} from '../../identity/accounts/testing/account-service.ts';
import { holdDelay } from '../../identity/accounts/testing/hold-delay.ts';
import { registerDeploymentRoutes } from '../../publishing/deployments/index.ts';
import type { AccessTables } from './access-store.ts';
import { registerOpenPreviewRoute } from './open-preview-route.ts';
import { makePreviewToken, readPreviewToken } from './preview-access.ts';
import { registerPreviewLinkRoutes } from './routes.ts';
import { openEdge, testSecret, type EdgeAnswer, type EdgeRequest, type TestEdge } from './testing/open-edge.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const sites = { scheme: 'https', domain: 'sites.example', port: undefined } as const;
const hostOf = (id: string): string => `next-12345678--${id}.sites.example`;
const asPage = { accept: 'text/html' };

/** The `Cookie` header that a browser would send. */
const toCookie = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0] ?? '').join('; ');

describe('access to previews', () => {
  let service: AccountService;
  let edge: TestEdge;
  let ada: Browser;
  before(async () => {
    service = await openAccountService({}, (accounts, routes, { app, database }) => {
      const everything = database as unknown as ModuleDatabase<AccessTables>;
      registerOpenPreviewRoute(app, { database: everything, accounts, sites });
      // No deployment is requested, so the queue and webhooks aren't used.
      registerPreviewLinkRoutes(routes, {
        database: everything as never,
        sites,
        linkSecrets: [testSecret],
        clock: systemClock,
      });
      registerDeploymentRoutes(routes, { database: everything, sites, passwords: accounts.passwords } as never);
    });
    ada = await service.setUpOwner('ada@example.com');
    const database = service.database as unknown as ModuleDatabase<AccessTables>;
    edge = await openEdge(database, { trustedProxies: ['127.0.0.9'] });
    await edge.addSite('acme');
    await edge.addSite('beta');
    await edge.addSite('foreign', OTHER);
    await service.database.pool.query(
      `UPDATE sites SET primary_domain = 'docs.beta.example' WHERE project_id = 'beta'`,
    );
  });
  after(async () => {
    await edge.close();
    await service.close();
  });
  beforeEach(async () => {
    await service.forgetAttempts();
  });

  const get = (id: string, path: string, request: EdgeRequest = {}) => edge.get(hostOf(id), path, request);
  const change = async (id: string, body: object): Promise<void> => {
    const before = (await service.request('GET', `/v1/projects/${id}/site`)).json.updatedAt;
    const { status, text } = await service.request('PATCH', `/v1/projects/${id}/site`, {
      body,
      headers: { 'if-match': `"${before}"` },
    });
    assert.equal(status, 200, text);
  };
  /** Waits until a notification has arrived. */
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + hangLimitMs;
    while (!(await isSo())) assert.ok(performance.now() < deadline, 'the condition was never met');
  };
  /** Follows the redirect to the dashboard and back with a code, as a browser does. */
  const begin = async (id: string, path = '/') => {
    const redirect = await get(id, path, { headers: asPage });
    assert.equal(redirect.status, 302, redirect.text);
    const to = new URL(redirect.headers['location'] ?? '');
    return { to, proof: toCookie(redirect.setCookies), asked: Object.fromEntries(to.searchParams) };
  };
  const takeCode = async (who: Browser, asked: object): Promise<URL> => {
    const { status, json, text } = await who.request('POST', '/auth/preview', asked);
    assert.equal(status, 200, text);
    return new URL(json.url);
  };
  const signIn = async (id: string, who = ada): Promise<string> => {
    const { asked, proof } = await begin(id);
    const { pathname, search } = await takeCode(who, asked);
    const entered = await get(id, `${pathname}${search}`, { headers: { cookie: proof } });
    assert.equal(entered.status, 302, entered.text);
    return toCookie(entered.setCookies.filter((line) => !line.includes('Max-Age=0')));
  };

  describe('members', () => {
    test('are redirected to the dashboard, and return to their page with a cookie only for the site', async () => {
      const { to, asked, proof } = await begin('acme', '/?tab=2');
      assert.equal(`${to.origin}${to.pathname}`, 'https://docs.example/dashboard/open-preview');
      const url = await takeCode(ada, asked);
      assert.equal(url.host, hostOf('acme'));
      const entered = await get('acme', `${url.pathname}${url.search}`, { headers: { cookie: proof } });
      assert.equal(entered.headers['location'], '/?tab=2');
      const [cookie = ''] = entered.setCookies;
      assert.match(cookie, /^__Host-docwright_reader=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/);
      const read = await get('acme', '/', { headers: { cookie: toCookie([cookie]) } });
      assert.match(read.text, /Page of acme/);
      assert.deepEqual([read.headers['cache-control'], read.headers['x-robots-tag']], ['private, no-store', 'noindex']);
      assert.equal((await service.listEvents('ada@example.com'))[0], 'preview.opened success');
    });

    test('aren’t redirected if they use a program without a valid cookie: it is refused', async () => {
      for (const headers of [{}, { accept: '*/*' }, { cookie: '__Host-docwright_reader=m.ses.zzzzzz.' }]) {
        const { status, text, setCookies } = await get('acme', '/', { headers });
        assert.deepEqual([status, setCookies.length], [401, 0]);
        assert.doesNotMatch(text, /Page of/);
      }
      assert.equal((await get('acme', '/', { method: 'POST', headers: asPage })).status, 401);
    });

    test('can use a code only once, before it expires, in the browser and at the preview for which it was created', async () => {
      const { asked, proof } = await begin('acme');
      const open = (url: URL, cookie: string, id = 'acme') =>
        get(id, `${url.pathname}${url.search}`, { headers: { cookie } });
      const used = await takeCode(ada, asked);
      assert.equal((await open(used, proof)).status, 302);
      assert.equal((await open(used, proof)).status, 401);
      const other = await begin('acme');
      assert.equal((await open(await takeCode(ada, asked), other.proof)).status, 401);
      assert.equal((await open(await takeCode(ada, asked), '')).status, 401);
      assert.equal((await open(await takeCode(ada, asked), proof, 'beta')).status, 401);
      const late = await takeCode(ada, asked);
      await service.database.pool.query("UPDATE site_access_codes SET expires_at = now() - interval '1 second'");
      assert.equal((await open(late, proof)).status, 401);
    });

    test('get no code for another organization’s preview, without a session, or from another site’s page', async () => {
      const { asked } = await begin('foreign');
      const refused = await ada.request('POST', '/auth/preview', asked);
      assert.deepEqual([refused.status, refused.json.code], [404, 'not_found']);
      const missing = await ada.request('POST', '/auth/preview', { ...asked, site: 'nobody-12345678--x' });
      assert.equal(missing.json.error.replace('nobody-12345678--x', String(asked['site'])), refused.json.error);
      assert.equal((await service.openBrowser().request('POST', '/auth/preview', asked)).json.code, 'session_expired');
      const crossed = await ada.request('POST', '/auth/preview', asked, { origin: 'https://evil.test' });
      assert.equal(crossed.json.code, 'cross_site_request');
    });

    test('return to the site even if the requested return address is another site', async () => {
      for (const to of ['//evil.test/', 'https://evil.test/', '/\\evil.test', '/.//evil.test']) {
        const { asked, proof } = await begin('acme');
        const url = await takeCode(ada, { ...asked, to });
        assert.equal(url.host, hostOf('acme'));
        url.searchParams.set('redirect', to);
        const entered = await get('acme', `${url.pathname}${url.search}`, { headers: { cookie: proof } });
        assert.match(entered.headers['location'] ?? '', /^\/(?![/\\])/);
      }
      const token = makePreviewToken([testSecret], 'acme_preview', { nowMs: systemClock.now() });
      const opened = await get('acme', `/.//evil.test/?docwright_preview=${token}`);
      assert.equal(opened.headers['location'], '/');
    });

    test('have a cookie that another preview doesn’t accept', async () => {
      const cookie = await signIn('acme');
      assert.equal((await get('acme', '/', { headers: { cookie } })).status, 200);
      assert.equal((await get('beta', '/', { headers: { cookie } })).status, 401);
    });

    test('lose access within five seconds after they are removed or sign out', async () => {
      const email = uniqueEmail('eve');
      const eve = await service.join(email, 'viewer');
      const first = await signIn('acme', eve);
      assert.equal((await get('acme', '/', { headers: { cookie: first } })).status, 200);
      await service.database.pool.query('DELETE FROM members WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
        email,
      ]);
      edge.clock.advance(5_000);
      assert.equal((await get('acme', '/', { headers: { cookie: first } })).status, 401);
      const fay = await service.join(uniqueEmail('fay'), 'viewer');
      const second = await signIn('acme', fay);
      assert.equal((await get('acme', '/', { headers: { cookie: second } })).status, 200);
      await fay.request('POST', '/auth/sign-out', {});
      edge.clock.advance(5_000);
      assert.equal((await get('acme', '/', { headers: { cookie: second } })).status, 401);
    });
  });

  describe('readers with a password', () => {
    const setPassword = async (label: string): Promise<string> => {
      const at = `/v1/projects/beta/preview-passwords/${label}`;
      const { status, json, text } = await service.request('PUT', at);
      assert.equal(status, 200, text);
      return json.password;
    };
    const enter = (password: string, more: EdgeRequest = {}): Promise<EdgeAnswer> =>
      get('beta', '/login', {
        method: 'POST',
        body: new URLSearchParams({ password, redirect: '/?a=1' }).toString(),
        ...more,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...more.headers },
      });
    const reads = async (cookie: string): Promise<boolean> =>
      (await get('beta', '/', { headers: { cookie } })).status === 200;
    before(async () => {
      await change('beta', { previewAccess: 'password' });
      await until(async () => (await get('beta', '/', { headers: asPage })).headers['location'] === '/login');
      assert.match((await get('beta', '/login', { headers: asPage })).text, /type="password"/);
    });

    test('get access with any of several passwords, and lose it when the password of their label is replaced', async () => {
      const [acme, press] = [await setPassword('Acme'), await setPassword('Press')];
      const cookies: string[] = [];
      for (const password of [acme, press]) {
        const entered = await enter(password);
        assert.deepEqual([entered.status, entered.headers['location']], [303, '/?a=1']);
        cookies.push(toCookie(entered.setCookies));
      }
      const [ofAcme = '', ofPress = ''] = cookies;
      await until(async () => (await reads(ofAcme)) && reads(ofPress));
      const again = await setPassword('Acme');
      await until(async () => !(await reads(ofAcme)));
      assert.equal(await reads(ofPress), true);
      assert.equal((await enter(acme)).status, 401);
      assert.equal((await enter(again)).status, 303);
      await service.request('DELETE', '/v1/projects/beta/preview-passwords/Press');
      await until(async () => !(await reads(ofPress)));
    });

    /** Resets the attempts' times, because the comparisons can take long on a busy machine. */
    const asIfJustNow = () => service.database.pool.query('UPDATE sign_in_attempts SET last_at = clock_timestamp()');

    test('don’t get a wrong password back in the page, and must wait after the tenth attempt', async () => {
      const right = await setPassword('Right');
      const wrong = await enter('"><script>', { from: '127.0.0.2' });
      assert.deepEqual([wrong.status, toCookie(wrong.setCookies)], [401, '__Host-docwright_cookies=1']);
      assert.doesNotMatch(wrong.text, /<script>/);
      assert.match(wrong.text, /The password is incorrect/);
      const held = await holdDelay(service.database.pool, { buckets: 'guess:%:%', failures: 10 });
      const all = await Promise.all(Array.from({ length: 60 }, () => enter('guess', { from: '127.0.0.2' })));
      await held[Symbol.asyncDispose]();
      assert.equal(all.filter(({ status }) => status === 401).length, 9);
      assert.ok(all.every(({ status, headers }) => status === 401 || Number(headers['retry-after']) > 0));
      await asIfJustNow();
      assert.equal((await enter(right, { from: '127.0.0.2' })).status, 429);
      assert.equal((await enter(right, { from: '127.0.0.3' })).status, 303);
    });

    test('have separate attempts behind a trusted proxy, but forged addresses share theirs', async () => {
      const right = await setPassword('Proxy');
      const by = (from: string, reader: string): EdgeRequest => ({ from, headers: { 'x-forwarded-for': reader } });
      await Promise.all(Array.from({ length: 11 }, () => enter('guess', by('127.0.0.9', '198.51.100.1'))));
      await asIfJustNow();
      assert.equal((await enter(right, by('127.0.0.9', '198.51.100.1'))).status, 429);
      assert.equal((await enter(right, by('127.0.0.9', '198.51.100.2'))).status, 303);
      await Promise.all(Array.from({ length: 11 }, (_, n) => enter('guess', by('127.0.0.8', `203.0.113.${n}`))));
      await asIfJustNow();
      assert.equal((await enter(right, by('127.0.0.8', '203.0.113.99'))).status, 429);
    });

    test('get no access with a form on another site’s page, an oversized form, or a member’s session', async () => {
      const password = await setPassword('Form');
      // The second is a page of the project's live site, which has a different origin from the preview.
      for (const origin of ['https://evil.test', 'https://docs.beta.example'])
        assert.equal((await enter(password, { headers: { origin } })).status, 403, origin);
      assert.equal((await enter(password, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 403);
      assert.equal((await enter(password, { headers: { origin: `https://${hostOf('beta')}` } })).status, 303);
      assert.equal((await enter('x'.repeat(9_000))).status, 413);
      await change('acme', { previewAccess: null });
      const member = await signIn('acme');
      assert.equal(await reads(member), false);
    });

    test('can’t have a guessable password, nor more than twenty passwords', async () => {
      const at = '/v1/projects/beta/preview-passwords/';
      const weak = await service.request('PUT', `${at}Weak`, { body: { password: 'password123' } });
      assert.deepEqual([weak.status, weak.json.code], [400, 'weak_password']);
      const { rows } = await service.database.pool.query('SELECT count(*)::int AS n FROM site_passwords');
      await service.database.pool.query(
        `INSERT INTO site_passwords (id, project_id, label, hash) SELECT 'pp_' || n, 'beta', 'n' || n, 'x' FROM generate_series($1::int, 19) AS n`,
        [rows[0].n],
      );
      const many = await service.request('PUT', `${at}More`);
      assert.deepEqual([many.status, many.json.code], [409, 'preview_password_limit']);
      assert.equal((await service.request('PUT', `${at}n19`)).status, 200);
    });
  });

  test('public previews are open to everyone, and link-only previews only to readers with a link', async () => {
    await change('acme', { previewAccess: 'public' });
    await until(async () => (await get('acme', '/')).status === 200);
    assert.equal((await get('acme', '/')).headers['x-robots-tag'], 'noindex');
    await change('acme', { previewAccess: 'link' });
    await until(async () => (await get('acme', '/', { headers: asPage })).status === 401);
    const token = makePreviewToken([testSecret], 'acme_preview', { nowMs: systemClock.now() });
    const opened = await get('acme', `/?docwright_preview=${token}`);
    assert.equal(opened.status, 303);
    assert.equal((await get('acme', '/', { headers: { cookie: toCookie(opened.setCookies) } })).status, 200);
    await change('acme', { previewAccess: null });
  });

  test('links for groups give access, and can be created only by members who can deploy', async () => {
    const path = '/v1/projects/acme/previews/next/link';
    const groups = ['staff', 'Sales, "EU"'];
    const [editor, viewer] = [
      await service.join(uniqueEmail('editor'), 'editor'),
      await service.join(uniqueEmail('viewer'), 'viewer'),
    ];
    const made = await editor.request('POST', path, { groups });
    assert.equal(made.status, 200, made.text);
    const { pathname, search, searchParams } = new URL(made.json.url);
    const token = searchParams.get('docwright_preview') ?? '';
    assert.deepEqual(readPreviewToken([testSecret], 'acme_preview', { token, nowMs: systemClock.now() }), groups);
    const opened = await get('acme', `${pathname}${search}`);
    const read = await get('acme', '/', { headers: { cookie: toCookie(opened.setCookies) } });
    assert.deepEqual([read.status, read.headers['cache-control']], [200, 'private, no-store']);
    assert.equal((await viewer.request('POST', path, {})).status, 200);
    const refused = await viewer.request('POST', path, { groups });
    assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
    assert.equal((await viewer.request('POST', path, { groups: [] })).status, 200);
    const long = Array.from({ length: 50 }, (_, number) => `${'ä'.repeat(199)}${number % 10}`);
    for (const wrong of [long, ['a\nb'], [''], 'staff'])
      assert.equal(
        (await editor.request('POST', path, { groups: wrong })).status,
        400,
        JSON.stringify(wrong).slice(0, 40),
      );
    const { rows } = await service.database.pool.query(
      `SELECT result, details FROM audit_events WHERE action = 'preview.link_created' ORDER BY id`,
    );
    assert.deepEqual(rows[0].details.groups, groups);
    assert.deepEqual(
      rows.map(({ result }) => result),
      ['success', 'success', 'refused', 'success'],
    );
  });

  test('a preview is recorded as opened if a reader has access, but not if a reader is refused', async () => {
    const opened = async (id: string): Promise<Date | null> => {
      const statement = 'SELECT opened_at FROM site_environments WHERE id = $1';
      return (await service.database.pool.query(statement, [`${id}_preview`])).rows[0].opened_at;
    };
    await get('foreign', '/', { headers: asPage });
    const token = makePreviewToken([testSecret], 'acme_preview', { nowMs: systemClock.now() });
    await get('acme', '/', { headers: { cookie: `__Host-docwright_preview=${token}` } });
    await until(async () => (await opened('acme')) !== null);
    assert.equal(await opened('foreign'), null);
  });

  test('a change to the site’s settings with an outdated If-Match is refused, and the ETag is the time of the change', async () => {
    const stale = await service.request('PATCH', '/v1/projects/acme/site', {
      body: { previews: true },
      headers: { 'if-match': '"2020-01-01T00:00:00.000Z"' },
    });
    assert.deepEqual([stale.status, stale.json.code], [412, 'precondition_failed']);
    const shown = await service.request('GET', '/v1/projects/acme/site');
    assert.equal(shown.headers.get('etag'), `"${shown.json.updatedAt}"`);
  });

  describe('a site that the operator takes down', () => {
    const down = (body: object, as = {}) => service.request('POST', '/v1/takedowns', { body, as });
    test('shows readers only the reason until it is restored, also on previews and even if it is published again', async () => {
      const taken = await down({ site: 'foreign', status: 410, reason: 'Ordered by a court.' });
      assert.equal(taken.status, 200, taken.text);
      for (const host of ['foreign.sites.example', hostOf('foreign')])
        await until(async () => (await edge.get(host, '/')).status === 410);
      assert.equal((await edge.get('foreign.sites.example', '/')).text, 'Ordered by a court.\n');
      await service.database.pool.query(
        `UPDATE sites SET published = false WHERE project_id = 'foreign'; UPDATE sites SET published = true WHERE project_id = 'foreign'; SELECT pg_notify('docwright_site', 'foreign')`,
      );
      assert.equal((await edge.get('foreign.sites.example', '/')).status, 410);
      const { json } = await service.request('GET', '/v1/takedowns');
      assert.deepEqual(
        json.takedowns.map(({ site, status }: { site: string; status: number }) => [site, status]),
        [['foreign', 410]],
      );
      assert.equal((await service.request('DELETE', '/v1/takedowns?site=foreign')).status, 204);
      await until(async () => (await edge.get('foreign.sites.example', '/')).status === 200);
      assert.equal((await service.request('DELETE', '/v1/takedowns?site=foreign')).status, 404);
    });

    test('is recorded in its organization’s audit log, without the operator’s name', async () => {
      await down({ site: 'foreign', reason: 'Law.' });
      const { rows } = await service.database.pool.query(
        `SELECT organization_id, actor_name, details FROM audit_events WHERE action = 'site.taken_down' ORDER BY id DESC LIMIT 2`,
      );
      assert.deepEqual(
        rows.map(({ organization_id, actor_name }) => [organization_id, actor_name]),
        [
          [OTHER, 'system'],
          ['org_home', 'test key'],
        ],
      );
      assert.deepEqual(rows[0].details, { status: 451, reason: 'Law.' });
      await service.request('DELETE', '/v1/takedowns?site=foreign');
    });

    test('can be taken down only with an operator’s admin key', async () => {
      const body = { site: 'foreign', reason: 'x' };
      for (const [as, code] of [
        [{ isOperator: false }, 'operator_only'],
        [{ scopes: ['projects:write'] }, 'insufficient_scope'],
        [{ projectIds: ['acme'] }, 'insufficient_scope'],
      ] as const)
        assert.equal((await down(body, as)).json.code, code);
      assert.equal((await down({ site: 'nobody', reason: 'x' })).status, 404);
    });
  });
});
