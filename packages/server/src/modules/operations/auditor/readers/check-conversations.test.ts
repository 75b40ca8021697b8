import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertProject } from '../../../../testing/insert-project.ts';
import { checkConversations } from './check-conversations.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  await insertProject(installation.database, 'asked');
});
after(() => installation.close());

const question = (id: string, daysAgo: number): string =>
  `INSERT INTO assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, answer, sources, outcome, asked_at)
   VALUES ('asked', 'k', '${id}', 'd', 'q', 'a', 'x', '[]', 'answered', now() - interval '${daysAgo} days');`;
const keeping = (days: number): string =>
  `INSERT INTO project_assistant_settings (project_id, organization_id, enabled, model, instructions, retention_days)
   VALUES ('asked', 'org_home', true, 'builtin/extracts-1', '', ${days});`;

test('N16: questions within their retention period are valid, as are old questions of a stopped service', async () => {
  assert.equal(await installation.findAfter(checkConversations, question('a', 0) + question('b', 29)), '');
  assert.equal(await installation.findAfter(checkConversations, question('a', 80) + question('b', 100)), '');
});

test('N16: questions that are older than their project’s retention are found if the service is running', async () => {
  assert.equal(
    await installation.findAfter(checkConversations, question('a', 0) + question('b', 32)),
    "N16 asked has 1 reader's question older than its 30 days",
  );
  assert.equal(
    await installation.findAfter(checkConversations, keeping(60) + question('a', 0) + question('b', 32)),
    '',
  );
});

test('N16: a question in a project that stores none is found', async () => {
  assert.match(await installation.findAfter(checkConversations, keeping(0) + question('a', 0)), /^N16 asked has 1/);
});
