import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOME } from '../../../../testing/module-database.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { checkAnalyticsFiles } from './check-analytics-files.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  await insertProject(installation.database, 'read');
  await put('analytics/days/2026-05-04');
});
after(() => installation.close());

const put = (key: string) => installation.blobs.put(key, Buffer.from(''), { contentType: 'text/plain' });
const fileOf = (day: string, project = 'read'): string => `analytics/projects/${HOME}/${project}/${day}.jsonl`;
const counted = `
  insert into analytics_counted_days (day) values ('2026-05-04');
  insert into analytics_daily (project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, last_at)
  values ('read', '2026-05-04', 'view', '/', 1, 0, 1, 0, 0, now());`;
const check: typeof checkAnalyticsFiles = (deps, findings) =>
  checkAnalyticsFiles({ ...deps, settings: { ...deps.settings, analyticsFileDays: 10 } }, findings);
const find = () => installation.findAfter(check, counted);

test('N18: a missing file of a written day is found, and nothing is reported if it exists', async () => {
  assert.equal(await find(), `N18 ${fileOf('2026-05-04')} the file does not exist`);
  await put(fileOf('2026-05-04'));
  assert.equal(await find(), '');
});

test('N18: files that are too old, or of a deleted project, are found', async () => {
  await put(fileOf('2026-04-01'));
  await put(fileOf('2026-05-04', 'gone'));
  assert.equal(
    await find(),
    `N18 ${fileOf('2026-05-04', 'gone')} its project does not exist\nN18 ${fileOf('2026-04-01')} is older than 10 days`,
  );
});
