import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const at = '2026-01-01T00:00:00.000Z';
const endpoint = {
  id: 'whe_1',
  url: 'https://ci.example/hook',
  format: 'standard',
  description: '',
  events: null,
  projectIds: null,
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  previousSecretUntil: null,
  createdBy: 'key_1',
  createdAt: at,
  updatedAt: at,
};
const delivery = {
  id: 'whd_1',
  endpointId: 'whe_1',
  messageId: 'msg_1',
  type: 'agent.job.completed',
  projectId: 'proj_1',
  status: 'failed',
  attempts: 10,
  error: 'The endpoint returned status 500.',
  nextAttemptAt: null,
  replayOf: null,
  createdAt: at,
  endedAt: at,
};

test('webhooks create sends the subscribed events, and shows the secret', async () => {
  await using service = await startFakeService({
    'POST /v1/webhook-endpoints': () => ({ status: 201, body: { ...endpoint, secret: 'whsec_new' } }),
  });
  const args = ['webhooks', 'create', endpoint.url, '--event', 'agent.job.failed', '--project', 'proj_1'];
  const { stdout, code } = await runCommand(args, { env: service.env });
  assert.equal(code, 0);
  assert.match(stdout, /Secret {2}whsec_new\n[\s\S]*not shown again/);
  const sent = { url: endpoint.url, events: ['agent.job.failed'], projectIds: ['proj_1'] };
  assert.deepEqual(service.requests[0]?.body, sent);
});

test('webhooks create shows no secret for a chat, because chats don’t check signatures', async () => {
  const chat = { ...endpoint, url: 'https://hooks.slack.com/…XYZ1', format: 'slack', secret: 'whsec_new' };
  await using service = await startFakeService({
    'POST /v1/webhook-endpoints': () => ({ status: 201, body: chat }),
  });
  const args = ['webhooks', 'create', 'https://hooks.slack.com/services/XYZ1', '--format', 'slack'];
  const { stdout } = await runCommand(args, { env: service.env });
  assert.deepEqual(service.requests[0]?.body, { url: 'https://hooks.slack.com/services/XYZ1', format: 'slack' });
  assert.match(stdout, /Format {4}slack/);
  assert.doesNotMatch(stdout, /whsec_/);
});

test('webhooks update can subscribe to all events and projects, and enable the endpoint', async () => {
  await using service = await startFakeService({ 'PATCH /v1/webhook-endpoints/whe_1': () => ({ body: endpoint }) });
  await runCommand(['webhooks', 'update', 'whe_1', '--all-events', '--all-projects', '--enable'], { env: service.env });
  assert.deepEqual(service.requests[0]?.body, { events: null, projectIds: null, enabled: true });
});

test('webhooks deliveries stops at the limit, and prints the reason for a failed delivery', async () => {
  await using service = await startFakeService({
    'GET /v1/webhook-endpoints/whe_1/deliveries?status=failed&limit=1': () => ({
      body: { deliveries: [delivery], nextCursor: 'whd_1' },
    }),
  });
  const args = ['webhooks', 'deliveries', 'whe_1', '--status', 'failed', '--limit', '1'];
  const { stdout } = await runCommand(args, { env: service.env });
  assert.match(stdout, /whd_1 .*failed .*status 500/);
  assert.equal(service.requests.length, 1);
});

test('webhooks replay and webhooks test print the new delivery', async () => {
  await using service = await startFakeService({
    'POST /v1/webhook-endpoints/whe_1/deliveries/whd_1/replay': () => ({ status: 202, body: delivery }),
    'POST /v1/webhook-endpoints/whe_1/test': () => ({ status: 202, body: delivery }),
  });
  assert.equal((await runJson(['webhooks', 'replay', 'whe_1', 'whd_1'], { env: service.env })).json['id'], 'whd_1');
  assert.equal((await runJson(['webhooks', 'test', 'whe_1'], { env: service.env })).json['id'], 'whd_1');
});

test('code-host-hooks create shows the address and the secret, and code-host-hooks events shows reasons', async () => {
  const hook = {
    id: 'chh_1',
    projectId: 'proj_1',
    kind: 'github',
    url: 'https://x/hook',
    followUps: 'mention',
    mention: '@docwright',
  };
  const event = {
    id: 'che_1',
    type: 'comment',
    pullRequest: 3,
    author: 'eve',
    outcome: 'ignored',
    reason: 'no write access',
    receivedAt: at,
  };
  await using service = await startFakeService({
    'POST /v1/projects/proj_1/code-host-hooks': () => ({ status: 201, body: { ...hook, secret: 'whsec_x' } }),
    'GET /v1/projects/proj_1/code-host-hooks/chh_1/events': () => ({ body: { events: [event] } }),
  });
  const created = await runCommand(['code-host-hooks', 'create', '--follow-ups', 'review'], { env: service.env });
  assert.match(created.stdout, /Address +https:\/\/x\/hook\nSecret +whsec_x/);
  assert.deepEqual(service.requests[0]?.body, { followUps: 'review' });
  const { stdout } = await runCommand(['code-host-hooks', 'events', 'chh_1'], { env: service.env });
  assert.match(stdout, /#3 +eve +ignored +no write access/);
});
