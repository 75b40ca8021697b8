import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLogger, loadSettings, work } from '@docwright/server';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { invite, setUpOwner, type Browser } from './browser.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

/** The service promises 5 s. This test allows more on a shared machine, but less than a long poll of 55 s. */
const soonMs = 50_000;

describe('the end of access', () => {
  let service: TestService;
  let owner: Browser;
  let exportId: string;
  let agentJob: string;

  before(async () => {
    service = await startTestService({ embedded: true });
    owner = await setUpOwner(service);
    const { json } = await service.request('POST', '/v1/static-export/jobs', { body: { domain: service.domain } });
    exportId = json.jobId;
    const path = `/v2/agent/${service.projectId}/job`;
    agentJob = `${path}/${(await service.request('POST', path, { body: { prompt: 'x' } })).json.id as string}`;
  });
  after(() => service.stop());

  const makeKey = async (): Promise<{ readonly key: string; readonly revoke: () => Promise<unknown> }> => {
    const { json } = await service.request('POST', '/v1/api-keys', { body: { name: 'short', scopes: ['admin'] } });
    return { key: json.key, revoke: () => service.request('POST', `/v1/api-keys/${json.id as string}/revoke`) };
  };
  const withCookies = ({ cookies }: Browser): Record<string, string> => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  /** Opens a stream, waits for its first event, and returns what follows until its end. */
  const openStream = async (path: string, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(service.baseUrl + path, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: AbortSignal.timeout(hangLimitMs),
    });
    assert.equal(response.status, 200);
    const reader = (response.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!/^id: /m.test(text)) text += (await reader.read()).value ?? assert.fail('ended before its first event');
    const rest = async (): Promise<string> => {
      let later = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return later;
        later += value;
      }
    };
    return { ended: rest() };
  };
  const endOf = async (stream: { readonly ended: Promise<string> }) => {
    const begin = performance.now();
    const text = await stream.ended;
    const took = performance.now() - begin;
    assert.ok(took < soonMs, `it took ${took} ms`);
    const [, data = ''] = /event: access\.ended\ndata: (.*)\n\n$/.exec(text) ?? assert.fail(`no last event: ${text}`);
    return JSON.parse(data) as Record<string, unknown>;
  };

  test('ends streams of exports, jobs and deployments when the key is revoked, with an event that states the reason', async () => {
    const { json } = await service.request('POST', `/v1/project/update/${service.projectId}`);
    const deployment = `/v1/projects/${service.projectId}/deployments/${json.statusId as string}`;
    for (const path of [`/v1/static-export/jobs/${exportId}/events`, `${agentJob}/events`, `${deployment}/events`]) {
      const { key, revoke } = await makeKey();
      const stream = await openStream(path, { authorization: `Bearer ${key}` });
      await revoke();
      const { code, status } = await endOf(stream);
      assert.deepEqual([code, status], ['unauthorized', 401]);
    }
  });

  test('ends streams of users who sign out or are no longer members', async () => {
    const path = `${agentJob}/events`;
    const members = async () => (await owner.request('GET', '/v1/organization/members')).json.members;
    const idOf = async (email: string): Promise<string> =>
      (await members()).find((member: { email: string }) => member.email === email).userId;
    const guests = await Promise.all(
      ['out', 'gone'].map((name) => invite(service, owner, { email: `${name}@example.com`, role: 'viewer' })),
    );
    const [out = assert.fail(), gone = assert.fail()] = guests;
    const streams = await Promise.all(guests.map((guest) => openStream(path, withCookies(guest))));
    assert.equal((await out.request('POST', '/auth/sign-out')).status, 204);
    assert.equal(
      (await owner.request('DELETE', `/v1/organization/members/${await idOf('gone@example.com')}`)).status,
      204,
    );
    const ends = await Promise.all(streams.map(endOf));
    assert.deepEqual(
      ends.map(({ code }) => code),
      ['session_expired', 'insufficient_scope'],
    );
    assert.equal((await gone.request('GET', '/v1/me')).status, 403);
  });

  test('ends a long poll with the response that a new request receives', async () => {
    const { key, revoke } = await makeKey();
    const waiting = service.request('GET', `${agentJob}?wait=55`, { key });
    await until(
      () => service.request('GET', agentJob, { key }),
      ({ status }) => status === 200,
    );
    await revoke();
    const begin = performance.now();
    const { status, json } = await waiting;
    assert.deepEqual([status, json.code], [401, 'unauthorized']);
    assert.ok(performance.now() - begin < soonMs);
  });

  test('sends no link to a bundle that was created after the key was revoked', async () => {
    const { key, revoke } = await makeKey();
    const path = `/v1/static-export/jobs/${exportId}`;
    const stream = await openStream(`${path}/events`, { authorization: `Bearer ${key}` });
    await revoke();
    await until(
      () => service.request('GET', path, { key }),
      ({ status }) => status === 401,
    );
    const settings = loadSettings({ flags: { dataDir: service.dataDir, baseUrl: service.baseUrl }, environment: {} });
    const worker = await work(settings, createLogger({ level: 'silent' }));
    try {
      await until(
        () => service.request('GET', path),
        ({ json }) => json.status === 'completed',
      );
      const text = await stream.ended;
      assert.match(text, /event: access\.ended/);
      assert.doesNotMatch(text, /bundleUrl|completed/);
    } finally {
      await worker.stop();
    }
  });
});
