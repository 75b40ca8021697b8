import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertProject } from '../../../../testing/insert-project.ts';
import { checkSuggestions } from './check-suggestions.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  await insertProject(installation.database, 'said');
});
after(() => installation.close());

const acted = (id: string, daysAgo: number): string =>
  `INSERT INTO suggestions (project_id, id, kind, subject, dismissed, acted_at)
   VALUES ('said', '${id}', 'missing_topic', 'key', true, now() - interval '${daysAgo} days');`;

test('N19: rows within their retention period are valid, as are old rows of a stopped service', async () => {
  assert.equal(await installation.findAfter(checkSuggestions, acted('a', 0) + acted('b', 90)), '');
  assert.equal(await installation.findAfter(checkSuggestions, acted('a', 200) + acted('b', 290)), '');
});

test('N19: old rows that a running service hasn’t deleted are found', async () => {
  assert.equal(
    await installation.findAfter(checkSuggestions, acted('a', 0) + acted('b', 92)),
    'N19 said has 1 suggestion without any activity for more than 90 days',
  );
});
