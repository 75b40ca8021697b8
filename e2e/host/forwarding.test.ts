/** Tests the path from readers' actions on `docwright host` to a service's figures, with processes that are killed. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { newUuid7 } from '../../packages/site-server/src/index.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { docwrightJson, startScript } from '../cli/run-docwright.ts';

const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('readers’ events on a host', () => {
  let service: TestService;
  let folder: string;
  let env: Record<string, string>;
  const running = new Set<ReturnType<typeof startScript>>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-forwarding-'));
    service = await startTestService({ worker: true });
    const settings = {
      deploymentKind: 'client-hosted',
      features: { analytics: true, feedback: true, assistant: true },
    };
    assert.equal((await service.request('PATCH', `/v1/projects/${service.projectId}`, { body: settings })).status, 200);
    const key = { name: 'host', scopes: ['analytics-events:write'], projectIds: [service.projectId] };
    const { json } = await service.request('POST', '/v1/api-keys', { body: key });
    env = {
      DOCWRIGHT_HOST_DATA_DIR: join(folder, 'host'),
      DOCWRIGHT_HOST_PORT: '0',
      DOCWRIGHT_HOST_ADDRESS: '127.0.0.1',
      DOCWRIGHT_HOST_ADMIN_TOKEN: 'a-token-that-is-long-enough',
      DOCWRIGHT_HOST_BROTLI_QUALITY: '0',
      DOCWRIGHT_HOST_ACCESS_LOG: 'false',
      DOCWRIGHT_HOST_ANALYTICS_FORWARD_URL: service.baseUrl,
      DOCWRIGHT_HOST_ANALYTICS_FORWARD_KEY: json.key,
      DOCWRIGHT_HOST_ANALYTICS_FORWARD_PROJECT: service.projectId,
      DOCWRIGHT_HOST_ANALYTICS_FORWARD_SECONDS: '1',
      STATIC_EXPORT_ENABLED: 'true',
      STATIC_EXPORT_BUNDLE_URL: await exportSite(),
    };
  });
  after(async () => {
    // Left by a failed test.
    for (const child of running) child.kill('SIGKILL');
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function exportSite(): Promise<string> {
    const { json } = await service.request('POST', '/v1/static-export/jobs', { body: { domain: service.domain } });
    const done = await until(
      () => service.request('GET', `/v1/static-export/jobs/${json.jobId}`),
      (answer) => ['completed', 'failed'].includes(answer.json.status),
    );
    assert.equal(done.json.status, 'completed', done.json.error);
    return (await service.request('POST', `/v1/static-export/jobs/${json.jobId}/bundle`)).json.bundleUrl;
  }

  async function startHost(more: Readonly<Record<string, string>> = {}) {
    const child = startScript('packages/cli/bin/docwright.mjs', ['host', '--json'], { ...env, ...more });
    running.add(child);
    child.stderr.resume();
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { address } = JSON.parse(line) as { address: string };
    await until(
      async () => (await fetch(`${address}/readyz`)).status,
      (status) => status === 200,
    );
    return {
      address,
      /** Returns the metrics whose names start with a given text. */
      metrics: async (name: string): Promise<string[]> => {
        const headers = { authorization: 'Bearer a-token-that-is-long-enough' };
        const text = await (await fetch(`${address}/metrics`, { headers })).text();
        return text.split('\n').filter((one) => one.startsWith(name));
      },
      end: async (signal: NodeJS.Signals): Promise<void> => {
        child.kill(signal);
        await once(child, 'close');
        running.delete(child);
      },
    };
  }

  const report = async (address: string, events: number): Promise<number> => {
    const all = Array.from({ length: events }, (_, n) => ({
      id: newUuid7(Date.now(), randomBytes(10)),
      ...(n % 5 === 0
        ? { kind: 'search', path: '/', query: `word ${n}`, results: n % 2 }
        : { kind: 'view', path: '/' }),
    }));
    const headers = { origin: address, 'user-agent': person, 'content-type': 'application/json' };
    const sent = await fetch(`${address}/_docwright/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ events: all }),
    })
      // A killed process doesn't respond.
      .catch(() => undefined);
    return sent?.status ?? 0;
  };

  /** Returns the event IDs in the host's files. */
  async function kept(): Promise<Set<string>> {
    const path = join(folder, 'host/sites/default/analytics');
    const ids = new Set<string>();
    for (const name of await readdir(path)) {
      if (!name.endsWith('.jsonl')) continue;
      for (const line of (await readFile(join(path, name), 'utf8')).split('\n')) {
        const [, id] = /^\{.*"id":"([^"]+)".*\}$/.exec(line) ?? [];
        if (id !== undefined && !/"kind":"(?:feedback|question|vote)"/.test(line)) ids.add(id);
      }
    }
    return ids;
  }

  async function stored(): Promise<Set<string>> {
    const { rows } = await service.api.platform.database.pool.query(
      'SELECT id FROM analytics_events WHERE project_id = $1',
      [service.projectId],
    );
    return new Set(rows.map(({ id }: { id: string }) => id));
  }

  test('are counted exactly once by the service, even if the host is killed five times', async () => {
    let taken = 0;
    for (let round = 0; round < 5; round += 1) {
      const host = await startHost();
      for (let n = 0; n < 8; n += 1) if ((await report(host.address, 20)) === 204) taken += 20;
      // Some events are in transit, some are sent but not recorded yet.
      const last = Promise.all(Array.from({ length: 4 }, () => report(host.address, 20)));
      await new Promise((resolve) => void setTimeout(resolve, round * 130));
      await host.end('SIGKILL');
      taken += 20 * (await last).filter((status) => status === 204).length;
    }
    const host = await startHost();
    const all = await kept();
    assert.ok(all.size >= taken && taken >= 800, `${all.size} stored, ${taken} accepted`);
    const there = await until(stored, ({ size }) => size >= all.size);
    assert.deepEqual([...there].toSorted(), [...all].toSorted());
    const { views, totals } = (await service.request('GET', `/v1/analytics/${service.projectId}/views`)).json;
    const { totalSearches } = (await service.request('GET', `/v1/analytics/${service.projectId}/searches`)).json;
    assert.equal(totals.total + totalSearches, all.size);
    assert.equal(views[0].path, '/');
    const waiting = await until(
      () => host.metrics('docwright_host_forward_waiting_bytes'),
      ([line]) => line?.endsWith(' 0') === true,
    );
    assert.equal(waiting.length, 1);
    await host.end('SIGTERM');
  });

  test('add feedback to the inbox only once', async () => {
    const host = await startHost();
    const headers = { origin: host.address, 'user-agent': person, 'content-type': 'application/json' };
    const body = JSON.stringify({
      path: '/',
      helpful: false,
      comment: 'Where do I get a key?',
      contact: 'ada@example.com',
    });
    assert.equal((await fetch(`${host.address}/_docwright/feedback`, { method: 'POST', headers, body })).status, 204);
    const inbox = () => service.request('GET', `/v1/analytics/${service.projectId}/feedback`);
    const { json } = await until(inbox, (answer) => answer.json.feedback.length > 0);
    const [{ comment, contact, path, source }] = json.feedback;
    assert.deepEqual([comment, contact, path, source], ['Where do I get a key?', 'ada@example.com', '/', 'contextual']);
    await host.end('SIGKILL');
    // Another process sends everything again.
    await rm(join(folder, 'host/sites/default/analytics/forwarded.json'));
    const again = await startHost();
    await until(
      () => again.metrics('docwright_host_forward_waiting_bytes'),
      ([line]) => line?.endsWith(' 0') === true,
    );
    assert.equal((await inbox()).json.feedback.length, 1);
    await again.end('SIGTERM');
  });

  test('add questions with their votes to the conversations only once, and only if the operator allows it', async () => {
    const ask = async (address: string, text: string, threadId: string): Promise<string> => {
      const messages = [{ id: 'q1', role: 'user', parts: [{ type: 'text', text }] }];
      const headers = { origin: address, 'user-agent': person, 'content-type': 'application/json' };
      const post = (path: string, body: object) =>
        fetch(`${address}/_docwright/assistant/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const answer = await (await post('message', { messages, threadId, currentPath: 'quickstart' })).text();
      const [, messageId = ''] = /"messageId":"([^"]+)"/.exec(answer) ?? [];
      assert.equal((await post('rating', { threadId, messageId, rating: 'down' })).status, 200, answer);
      return messageId;
    };
    const list = async () =>
      (await service.request('GET', `/v1/projects/${service.projectId}/assistant/conversations`)).json.questions;
    const silent = await startHost();
    await ask(silent.address, 'What about quantum bananas?', 'stays');
    // Later events in the file have arrived, so the question was skipped.
    assert.equal(await report(silent.address, 20), 204);
    const { size } = await kept();
    await until(stored, (events) => events.size >= size);
    assert.deepEqual(await list(), []);
    await silent.end('SIGTERM');

    const telling = { DOCWRIGHT_HOST_ANALYTICS_FORWARD_CONVERSATIONS: 'on' };
    const host = await startHost(telling);
    await ask(host.address, 'What about holographic storage?', 'told');
    const isReported = ({ question, rating }: Record<string, unknown>): boolean =>
      question === 'What about holographic storage?' && rating === 'down';
    const reported = (await until(list, (questions) => questions.some(isReported))).find(isReported);
    await host.end('SIGKILL');
    // Another process sends everything again, including events that were stored before the operator allowed it.
    await rm(join(folder, 'host/sites/default/analytics/forwarded.json'));
    const again = await startHost(telling);
    const all = await until(
      list,
      (questions) => questions.filter(({ rating }: { rating: string | null }) => rating === 'down').length === 2,
    );
    assert.deepEqual(
      all
        .map(({ id, question, outcome, path }: Record<string, unknown>) => [
          id === reported.id,
          question,
          outcome,
          path,
        ])
        .toSorted(([a]: readonly unknown[], [b]: readonly unknown[]) => Number(b) - Number(a)),
      [
        [true, 'What about holographic storage?', 'unanswered', 'quickstart'],
        [false, 'What about quantum bananas?', 'unanswered', 'quickstart'],
      ],
    );
    await again.end('SIGTERM');
  });

  test('wait while the service can’t be reached, and can be imported from a file', async () => {
    const before = (await stored()).size;
    const host = await startHost({ DOCWRIGHT_HOST_ANALYTICS_FORWARD_URL: 'http://127.0.0.1:9' });
    assert.equal(await report(host.address, 20), 204);
    await host.end('SIGTERM');
    assert.equal((await stored()).size, before);
    const [file] = (await readdir(join(folder, 'host/sites/default/analytics'))).filter((name) =>
      name.endsWith('.jsonl'),
    );
    const path = join(folder, 'host/sites/default/analytics', String(file));
    await writeFile(join(folder, 'file.jsonl'), `${await readFile(path, 'utf8')}{"kind":"view","id":"torn\n`);
    const connection = {
      DOCWRIGHT_BASE_URL: service.baseUrl,
      DOCWRIGHT_API_KEY: String(env['DOCWRIGHT_HOST_ANALYTICS_FORWARD_KEY']),
      DOCWRIGHT_PROJECT: service.projectId,
    };
    const args = ['analytics', 'import', join(folder, 'file.jsonl'), '--project', service.projectId];
    const sent = await docwrightJson(args, connection);
    assert.deepEqual([sent.json['stored'], sent.json['refused']], [20, 1]);
    assert.deepEqual((await docwrightJson(args, connection)).json['stored'], 0);
    assert.equal((await stored()).size, (await kept()).size);
  });
});
