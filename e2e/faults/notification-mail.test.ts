import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setUpOwner } from '../accounts/browser.ts';
import { startMailbox, type Mailbox } from '../accounts/start-mailbox.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { startProcess, type Process } from './processes.ts';

let mailbox: Mailbox;
let smtpUrl: string;
let service: TestService;
const workers: Process[] = [];

before(async () => {
  mailbox = await startMailbox();
  smtpUrl = `smtp://${mailbox.host}`;
  service = await startTestService({ embedded: true, settings: { smtpUrl } });
});
after(async () => {
  for (const worker of workers) worker.killGroup();
  await service.stop();
  await mailbox.close();
});

const query = (text: string, values: unknown[] = []) => service.api.platform.database.pool.query(text, values);

function startWorker(faultPoints?: string): Process {
  const environment = {
    DOCWRIGHT_DATA_DIR: service.dataDir,
    DOCWRIGHT_BASE_URL: service.baseUrl,
    DOCWRIGHT_SMTP_URL: smtpUrl,
    ...(faultPoints !== undefined && { DOCWRIGHT_FAULT_POINTS: faultPoints }),
  };
  const worker = startProcess(['worker'], environment, join(service.dataDir, 'worker.log'));
  workers.push(worker);
  return worker;
}

test('if workers are killed at a job’s end and after its email is sent, a second email has the same Message-ID', async () => {
  const owner = await setUpOwner(service);
  const kind = 'agent.job.ended';
  const settings = [{ kind, inApp: true, mail: true }];
  const unconfirmed = await owner.request('PUT', '/v1/notification-settings', { settings });
  assert.equal(unconfirmed.json.mailObstacle, 'address_unconfirmed');
  await query('update users set email_verified = true');
  assert.equal((await owner.request('GET', '/v1/notification-settings')).json.mailObstacle, null);
  const prompt = 'Append section "Told" to quickstart: "Once."';
  const { id } = (await owner.request('POST', `/v2/agent/${service.projectId}/job`, { prompt })).json;
  for (const point of ['agent.completing', 'mail.answered']) {
    const { signal } = await startWorker(`${point}:kill:1`).ended;
    assert.equal(signal, 'SIGKILL', point);
  }
  const { received } = mailbox;
  assert.equal(received.length, 1);
  startWorker();
  await until(
    async () => (await query(`select mail from notifications where kind = $1`, [kind])).rows,
    (rows) => rows.every(({ mail }) => mail === 'sent'),
  );
  const names = received.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]);
  assert.deepEqual([names.length, new Set(names).size], [2, 1]);
  const { notifications, unread } = (await owner.request('GET', '/v1/notifications')).json;
  assert.equal(unread, 1);
  const [{ title, path }] = notifications;
  assert.match(title, /^Agent job completed: /);
  assert.equal(path, `/dashboard/jobs/${service.projectId}/${id}`);
  for (const { to, text } of received) {
    assert.deepEqual(to, ['ada@example.com']);
    assert.ok(text.includes(`${service.baseUrl}${path}?organization=${service.organizationId}`));
  }
});
