import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { invite, openBrowser, setUpOwner, type Browser } from './browser.ts';

describe('the pages of the embedded code host', () => {
  let service: TestService;
  let owner: Browser;
  before(async () => {
    service = await startTestService({ worker: true });
    owner = await setUpOwner(service);
  });
  after(() => service.stop());

  let made = 0;
  const propose = async (): Promise<{ readonly link: string; readonly path: string }> => {
    const jobs = `/v2/agent/${service.projectId}/job`;
    const prompt = `Append section "Page ${(made += 1)}" to quickstart: "Seen."`;
    const { json } = await service.request('POST', jobs, { body: { prompt } });
    const { json: done } = await until(
      () => service.request('GET', `${jobs}/${json.id as string}?wait=30`),
      (answer) => answer.json.status !== 'active',
    );
    return { link: done.prLink, path: new URL(done.prLink).pathname };
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  /** Sends a form as a browser does, with the headers that state the form's origin and page. */
  const press = async (browser: Browser, path: string, fields: string, from: Readonly<Record<string, string>> = {}) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin: new URL(service.baseUrl).origin, ...form, cookie, ...from };
    return fetch(service.baseUrl + path, { method: 'POST', body: fields, redirect: 'manual', headers });
  };

  test('let a signed-in user comment and merge without a key, in their own name', async () => {
    const { path } = await propose();
    const page = (await owner.request('GET', path)).text;
    assert.match(page, /Signed in as <\/span>ada@example\.com/);
    assert.doesNotMatch(page, /name="key"/);
    assert.equal((await press(owner, path, 'action=comment&comment=Good')).status, 303);
    assert.equal((await press(owner, path, 'action=merge')).status, 303);
    const merged = (await owner.request('GET', path)).text;
    assert.match(merged, /merged by ada@example\.com/);
    const { json } = await service.request('GET', '/v1/audit-events?action=pull_request.merged');
    assert.deepEqual([json.events[0].actor.kind, json.events[0].actor.name], ['user', 'ada@example.com']);
    assert.notEqual(json.events[0].address, null);
  });

  test('refuse a form that another site sends with the session, and users without write access', async () => {
    const { path } = await propose();
    for (const from of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      assert.equal((await press(owner, path, 'action=merge', from)).status, 403, JSON.stringify(from));
    }
    const viewer = await invite(service, owner, { email: 'vera@example.com', role: 'viewer' });
    assert.match((await viewer.request('GET', path)).text, /name="key"/);
    assert.equal((await press(viewer, path, 'action=merge')).status, 401);
    assert.equal((await press(openBrowser(service), path, 'action=merge')).status, 401);
    const withKey = await press(openBrowser(service), path, `action=close&key=${service.apiKey}`);
    assert.equal(withKey.status, 303);
  });

  test('open for a signed-in user without a link, and through a revoked link', async () => {
    const { path } = await propose();
    const opened = await owner.request('GET', '/repositories/example-docs');
    assert.match(opened.text, /git clone/);
    const { json } = await service.request('GET', '/v1/repositories/example-docs');
    const ended = new URL(json.webUrl).pathname;
    assert.equal((await press(owner, ended, 'action=revoke-links')).status, 303);
    const stranger = openBrowser(service);
    assert.deepEqual(
      await Promise.all([ended, path].map(async (old) => (await stranger.request('GET', old)).status)),
      [404, 404],
    );
    assert.match((await owner.request('GET', path)).text, /Pull request #/);
    assert.match((await owner.request('GET', ended)).text, /git clone/);
  });
});
