import { createHash } from 'node:crypto';
import type { AuditDeps } from '../audit-deps.ts';
import { describeFault } from '../describe-fault.ts';
import type { Findings } from '../findings.ts';
import {
  selectNamedBundles,
  selectNamedVectors,
  selectSiteFaults,
  selectStrayFiles,
  countEnvironments,
} from './site-store.ts';

/** Age at which an unused file is reported. Cleanup runs every hour and deletes unused files older than an hour. */
const strayAfterMs = 3 * 3_600_000;
const folders = ['bundles/', 'exports/'];
const batchSize = 500;

/**
 * Checks N15: readers receive the newest ready deployment, every bundle has its complete file, and no file is unused.
 */
export async function checkDeployments(deps: AuditDeps, findings: Findings): Promise<void> {
  const { kysely } = deps.database;
  findings.count('N15', await countEnvironments(kysely));
  for (const { id, message } of await selectSiteFaults(kysely)) findings.add('N15', id, message);
  await checkFiles(deps, findings);
  await checkVectors(deps, findings);
  await checkStrayFiles(deps, findings);
}

async function checkFiles({ blobs, database }: AuditDeps, findings: Findings): Promise<void> {
  for await (const { id, key, sizeBytes } of selectNamedBundles(database.kysely)) {
    findings.count('N15');
    try {
      const info = await blobs.head(key);
      if (info === undefined) findings.add('N15', id, `its file ${key} does not exist`);
      else if (info.sizeBytes !== sizeBytes)
        findings.add('N15', id, `its file has ${info.sizeBytes} bytes; ${sizeBytes} were stored`);
    } catch (error) {
      findings.add('N15', id, `its file can't be read: ${describeFault(error)}`);
    }
  }
}

/** Checks that the vectors for searches were created from the same bundle. */
async function checkVectors({ blobs, database }: AuditDeps, findings: Findings): Promise<void> {
  for await (const { id, key, sizeBytes, sha256 } of selectNamedVectors(database.kysely)) {
    findings.count('N15');
    try {
      const info = await blobs.head(key);
      if (info === undefined) findings.add('N15', id, `the vectors of its sections, ${key}, do not exist`);
      else if (info.sizeBytes !== sizeBytes || (await digestOf(blobs, key)) !== sha256)
        findings.add('N15', id, `the vectors of its sections, ${key}, were changed after their creation`);
    } catch (error) {
      findings.add('N15', id, `the vectors of its sections can't be read: ${describeFault(error)}`);
    }
  }
}

async function digestOf(blobs: AuditDeps['blobs'], key: string): Promise<string> {
  const hash = createHash('sha256');
  const { body } = await blobs.open(key);
  for await (const chunk of body as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex');
}

async function checkStrayFiles({ blobs, database }: AuditDeps, findings: Findings): Promise<void> {
  const oldest = Date.now() - strayAfterMs;
  for (const folder of folders) {
    let old: string[] = [];
    const look = async (): Promise<void> => {
      for (const key of await selectStrayFiles(database.kysely, old))
        findings.add('N15', key, 'no deployment, export or bundle uses this file');
      old = [];
    };
    for await (const { key, modifiedAt } of blobs.list(folder)) {
      if (modifiedAt.getTime() < oldest) old.push(key);
      if (old.length === batchSize) await look();
    }
    await look();
  }
}
