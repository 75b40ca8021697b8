import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkUsage } from './check-usage.ts';
import { JOB, openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
});
after(() => installation.close());

const answer = (seq: number, costUsd: number | null): string =>
  `INSERT INTO agent_job_journal (job_id, turn, seq, step, kind, data) VALUES ('${JOB}', 9, ${seq}, 1, 'assistant',
   '{"inputTokens": 100, "outputTokens": 20, "costUsd": ${costUsd}}');`;
const billed = (usage: object): string =>
  `UPDATE agent_jobs SET usage = '${JSON.stringify(usage)}' WHERE id = '${JOB}';`;
const twoAnswers = answer(1, 0.1) + answer(2, 0.2);

test('N14: usage that equals the sum of a job’s answers is valid', async () => {
  const bill = billed({ inputTokens: 200, outputTokens: 40, costUsd: 0.3, known: true });
  assert.equal(await installation.findAfter(checkUsage, twoAnswers + bill), '');
});

test('N14: an answer that is missing from the usage is found', async () => {
  const bill = billed({ inputTokens: 0, outputTokens: 0, costUsd: 0, known: true });
  assert.equal(
    await installation.findAfter(checkUsage, twoAnswers + bill),
    `N14 ${JOB} reports a usage of (0 0 0 t), but its model responses total (200 40 0.3 t)`,
  );
});

test('N14: a cost that is marked as known although an answer has no cost is reported', async () => {
  const bill = billed({ inputTokens: 200, outputTokens: 40, costUsd: 0.1, known: true });
  assert.match(await installation.findAfter(checkUsage, answer(1, 0.1) + answer(2, null) + bill), /^N14 .*0\.1 f\)$/);
});
