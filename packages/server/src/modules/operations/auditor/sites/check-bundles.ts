import { BundleError, readBundle, type BundleSink } from '@docwright/bundle';
import type { AuditDeps } from '../audit-deps.ts';
import { describeFault } from '../describe-fault.ts';
import type { Findings } from '../findings.ts';
import { createSecretScan, type KnownSecret } from '../secrets/secret-scan.ts';
import { selectExports, type AuditedExport } from '../store.ts';

/** Checks N4: each completed export's bundle exists and matches its report, file by file. N8: it contains no secret. */
export async function checkBundles(deps: AuditDeps, findings: Findings): Promise<void> {
  for await (const job of selectExports(deps.database.kysely)) {
    if (job.status !== 'completed' || job.blobKey === null) continue;
    findings.count('N4');
    findings.count('N8');
    try {
      await checkBundle(deps, findings, { ...job, blobKey: job.blobKey });
    } catch (error) {
      findings.add('N4', job.id, `its bundle can't be read: ${describeFault(error)}`);
    }
  }
}

async function checkBundle(
  deps: AuditDeps,
  findings: Findings,
  job: AuditedExport & { readonly blobKey: string },
): Promise<void> {
  const info = await deps.blobs.head(job.blobKey);
  if (info === undefined) return findings.add('N4', job.id, `its bundle ${job.blobKey} does not exist`);
  if (info.sizeBytes !== job.sizeBytes) {
    findings.add('N4', job.id, `its bundle has ${info.sizeBytes} bytes; ${job.sizeBytes} were reported`);
  }
  const { body } = await deps.blobs.open(job.blobKey);
  const { sink, found } = scanFiles(deps.secrets);
  try {
    const digest = job.sha256 === null ? {} : { sha256: job.sha256 };
    const { manifest } = await readBundle({ stream: body, sink, ...digest });
    if (manifest.commit !== job.commit) findings.add('N4', job.id, 'its bundle was created from a different commit');
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    findings.add('N4', job.id, `its bundle does not verify (${error.code}): ${error.message}`);
  } finally {
    body.destroy();
  }
  for (const fault of found) findings.add('N8', job.blobKey, fault);
}

/** Searches each file separately for secrets. */
function scanFiles(secrets: readonly KnownSecret[]): { readonly sink: BundleSink; readonly found: readonly string[] } {
  const found: string[] = [];
  let path = '';
  let scan = createSecretScan(secrets);
  return {
    found,
    sink: {
      begin: (next) => {
        path = next;
        scan = createSecretScan(secrets);
      },
      write: (chunk) => scan.write(chunk),
      end: () => {
        found.push(...scan.found().map((name) => `${path} contains ${name}`));
      },
    },
  };
}
