import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertProject } from '../../../../testing/insert-project.ts';
import { checkRollups } from './check-rollups.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  await insertProject(installation.database, 'read');
});
after(() => installation.close());

const days = `
  insert into analytics_daily (project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, last_at)
  select 'read', date '2026-01-03' + n, kind, '/', 2, 1, 1, 1, 0, now() from generate_series(0, 9) as n, (values ('view'), ('search')) as kinds (kind);`;
const rollup = (views: number): string => `
  insert into analytics_rollups values ('read', '2026-01-03', 8);
  insert into analytics_rollup_counts (project_id, first_day, days, kind, subject, human, ai, human_visitors, ai_visitors, clicks,
    without_result, without_result_visitors, last_at)
  values ('read', '2026-01-03', 8, 'view', '/', ${views}, 8, 8, 8, 0, 0, 0, now()),
    ('read', '2026-01-03', 8, 'search', '/', 16, 8, 8, 8, 0, 0, 0, now());`;

test('N23: a roll-up that equals the sum of its days is valid, and one that lacks a view is found', async () => {
  assert.equal(await installation.findAfter(checkRollups, days + rollup(16)), '');
  assert.equal(
    await installation.findAfter(checkRollups, days + rollup(15)),
    'N23 read has 39 of kind view in the 8 days from 2026-01-03, but its days have 40',
  );
});

test('N23: a missing kind, and counts without a roll-up, are found', async () => {
  const lacks = `${days}${rollup(16)} delete from analytics_rollup_counts where kind = 'search' and days = 8;
    insert into analytics_rollup_counts select project_id, date '2026-01-11', days, 'search', subject, target, human, ai, human_visitors,
      ai_visitors, clicks, without_result, without_result_visitors, last_at from analytics_rollup_counts;`;
  assert.equal(
    await installation.findAfter(checkRollups, lacks),
    [
      'N23 read has 0 of kind search in the 8 days from 2026-01-03, but its days have 40',
      'N23 read has 40 of kind search in the 8 days from 2026-01-11, but its days have 0',
    ].join('\n'),
  );
});
