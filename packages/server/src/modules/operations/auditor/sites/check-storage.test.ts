import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOME } from '../../../../testing/module-database.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { checkStorage } from './check-storage.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

let installation: AuditedInstallation;
before(async () => {
  installation = await openAuditedInstallation();
  await insertProject(installation.database, 'proj_stored');
});
after(() => installation.close());

const bundles = `
  insert into site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count, issues, issue_count, error_count)
  values ('sb_1', '${HOME}', 'proj_stored', '1', 'c', 'bundles/a', 's', 1000000000, 1, '[]', 0, 0),
    ('sb_2', '${HOME}', 'proj_stored', '2', 'c', 'bundles/a', 's', 1000000000, 1, '[]', 0, 0);`;
const figures = (bytes: number): string =>
  `insert into organization_storage (organization_id, bundle_bytes, measured_at) values ('${HOME}', ${bytes}, now());`;

test('N24: figures that are correct, or higher than the storage after a deletion, are valid', async () => {
  assert.equal(await installation.findAfter(checkStorage, bundles + figures(1_000_000_000)), '');
  assert.equal(await installation.findAfter(checkStorage, bundles + figures(5_000_000_000)), '');
});

test('N24: figures below the actual storage are found', async () => {
  assert.equal(
    await installation.findAfter(checkStorage, bundles + figures(10)),
    `N24 ${HOME} counts 10 bytes of bundles but stores 1000000000`,
  );
});
