import type { BlobStore } from '../../platform/blob-store/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Git } from '../../platform/git/index.ts';
import type { LocalCodeHost } from '../local-code-host/index.ts';
import type { ConnectRepository } from '../repositories/index.ts';
import { checkAuthority } from './check-authority.ts';
import { checkBranches } from './check-branches.ts';
import { checkBundles } from './check-bundles.ts';
import { checkEnds } from './check-ends.ts';
import { checkHistory } from './check-history.ts';
import { checkLimits } from './check-limits.ts';
import { checkPullRequests } from './check-pull-requests.ts';
import { checkRepositories } from './check-repositories.ts';
import { checkSecrets } from './check-secrets.ts';
import { Findings, type AuditReport } from './findings.ts';
import type { KnownSecret } from './secret-scan.ts';
import type { AuditSettings } from './settings.ts';
import type { AuditTables } from './store.ts';

export interface AuditDeps {
  readonly database: Database<AuditTables>;
  readonly blobs: BlobStore;
  readonly git: Git;
  readonly connectRepository: ConnectRepository;
  readonly localCodeHost: LocalCodeHost;
  readonly logFiles: readonly string[];
  /** What must be nowhere: the installation's credentials, a test's canaries. Admin keys are known by their form. */
  readonly secrets: readonly KnownSecret[];
  /** Nothing is under way any more, so a job that has not ended never will. */
  readonly settled: boolean;
  readonly settings: AuditSettings;
}

/**
 * Looks for broken promises in what the service left behind. It reads rows, objects and references itself, by statements
 * of its own: what it shares with the code that it judges is the ports alone. What can't be read is reported as broken.
 */
export async function audit(deps: AuditDeps): Promise<AuditReport> {
  const findings = new Findings();
  await checkEnds(deps, findings);
  await checkHistory(deps, findings);
  await checkPullRequests(deps, findings);
  await checkBundles(deps, findings);
  await checkLimits(deps, findings);
  await checkSecrets(deps, findings);
  await checkBranches(deps, findings);
  await checkRepositories(deps, findings);
  await checkAuthority(deps, findings);
  return findings.report();
}
