import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertProject } from '../../../../testing/insert-project.ts';
import { checkPageHealth } from './check-page-health.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  for (const id of ['linked', 'other']) await insertProject(installation.database, id);
});
after(() => installation.close());

const site = (id: string, daysAgo: number): string =>
  `INSERT INTO page_health_sites (project_id, bundle_id, seen_at, claimed_until)
   VALUES ('${id}', 'b', now() - interval '${daysAgo} days', now());`;
const links = (count: number): string =>
  `INSERT INTO page_health_links (project_id, url, host, bundle_id, pages, page_count, due_at)
   SELECT 'linked', 'https://a.dev/' || n, 'a.dev', 'b', '[]', 1, now() FROM generate_series(1, ${count}) AS n;`;

test('N22: live sites’ links, and a stopped service’s old links, are valid', async () => {
  assert.equal(await installation.findAfter(checkPageHealth, site('linked', 0) + site('other', 30) + links(5_000)), '');
  assert.equal(await installation.findAfter(checkPageHealth, site('linked', 300) + site('other', 310)), '');
});

test('N22: a project with outdated data, and a project with too many links, are reported', async () => {
  assert.equal(
    await installation.findAfter(checkPageHealth, site('linked', 0) + site('other', 32)),
    'N22 other has page health data more than 30 days after its site was last live',
  );
  assert.equal(
    await installation.findAfter(checkPageHealth, site('linked', 0) + links(5_001)),
    'N22 linked has 5001 links; at most 5000 are allowed',
  );
});
