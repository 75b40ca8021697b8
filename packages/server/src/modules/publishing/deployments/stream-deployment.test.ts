import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Deployment } from '@docwright/contract';
import { createNotificationHub, type NotificationHub } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { principalOf } from '../../../testing/module-database.ts';
import { jobChannel } from '../../foundation/job-changes/index.ts';
import type { ShownDeployment } from './store.ts';
import { streamDeployment } from './stream-deployment.ts';
import { openDeployments, page, type TestDeployments } from './testing/open-deployments.ts';
import { toDeployment } from './to-deployment.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

describe('a deployment’s event stream', () => {
  let sites: TestDeployments;
  let hub: NotificationHub;
  let projectId = '';
  let count = 0;
  const principal = principalOf();
  before(async () => {
    sites = await openDeployments();
    hub = createNotificationHub({ url: sites.service.database.url, onError: () => undefined });
    await hub.listen({ channel: jobChannel, onMessage: (id) => sites.changes.notify(id) });
  });
  after(async () => {
    await hub.close();
    await sites.close();
  });
  beforeEach(async () => {
    count += 1;
    projectId = await sites.addProject(`proj_${count}`);
    sites.repository.commit({ 'index.mdx': page(`Text ${count}.`) });
    await sites.service.database.pool.query('DELETE FROM rate_uses');
  });

  /** Watches as a client that may also lose its access. */
  const watch = (id: string, reauthenticate = async (): Promise<Principal> => principal) => {
    const seen: Deployment[] = [];
    const ids: string[] = [];
    let next = Promise.withResolvers<void>();
    const db = sites.service.database.kysely;
    const show = async (row: ShownDeployment) => toDeployment(sites.deps.sites, row);
    const ended = streamDeployment(
      { db, changes: sites.changes, show },
      { reauthenticate, target: { id, projectId }, lastEventId: undefined, signal: AbortSignal.timeout(hangLimitMs) },
      async (event) => {
        assert.equal(event.event, 'deployment');
        seen.push(event.data as Deployment);
        ids.push(event.id);
        next.resolve();
        next = Promise.withResolvers();
      },
    );
    const until = async (isSo: (state: Deployment) => boolean): Promise<Deployment> => {
      for (;;) {
        const state = seen.findLast(isSo);
        if (state !== undefined) return state;
        await next.promise;
      }
    };
    return { seen, ids, ended, until };
  };
  const events = (id: string, lastEventId?: string) =>
    sites.service.request('GET', `/v1/projects/${projectId}/deployments/${id}/events`, {
      headers: { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    });
  const cancel = (id: string) => sites.service.request('POST', `/v1/projects/${projectId}/deployments/${id}/cancel`);

  test('reports progress during the run, and ends with the run', async () => {
    const id = await sites.start(projectId);
    const stream = watch(id);
    await stream.until(({ status }) => status === 'queued');
    await sites.run(id, {
      claimed: async () => {
        const { logs, durations } = await stream.until((state) => state.logs.length > 0);
        assert.deepEqual(logs, ['Fetching main']);
        assert.ok(durations.waiting !== null && durations.fetching === null);
      },
      building: async () => {
        const { logs, durations, commit } = await stream.until((state) => state.logs.length > 2);
        assert.match(logs.join('\n'), /^Fetching main\nCommit [0-9a-f]{12} of main by .*\nRendered 1 of 1 page$/);
        assert.ok(durations.fetching !== null && durations.building === null && commit !== null);
      },
    });
    await stream.ended;
    assert.equal(stream.seen.at(-1)?.status, 'success');
    assert.match(stream.seen.at(-1)?.logs.at(-1) ?? '', /^Built: 1 page,/);
    assert.equal(new Set(stream.ids).size, stream.ids.length, 'no state was sent twice');
  });

  test('ends when the deployment is canceled', async () => {
    const id = await sites.start(projectId);
    const stream = watch(id);
    await sites.run(id, { claimed: async () => assert.equal((await cancel(id)).status, 200) });
    await stream.ended;
    assert.equal(stream.seen.at(-1)?.errorCode, 'cancelled');
  });

  test('resumes with only new events', async () => {
    const id = await sites.start(projectId);
    await cancel(id);
    const first = await events(id);
    assert.equal(first.headers.get('content-type'), 'text/event-stream');
    const [, eventId = ''] = /^id: (.+)$/m.exec(first.text) ?? assert.fail(first.text);
    assert.match(first.text, /^data: .*"errorCode":"cancelled"/m);
    assert.doesNotMatch((await events(id, eventId)).text, /^(id|data): /m);
    assert.match((await events(id, 'queued-0-unread-0-0')).text, /"errorCode":"cancelled"/);
  });

  test('ends at the next change for a client that has lost access', async () => {
    const id = await sites.start(projectId);
    let mayRead = true;
    const stream = watch(id, async () => (mayRead ? principal : { ...principal, projectIds: ['proj_elsewhere'] }));
    await stream.until(({ status }) => status === 'queued');
    mayRead = false;
    const refused = assert.rejects(stream.ended, { code: 'not_found' });
    await cancel(id);
    await refused;
    assert.equal(stream.seen.length, 1);
  });
});
