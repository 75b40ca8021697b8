import type { AuditDeps } from './audit-deps.ts';
import { checkAnalyticsFiles } from './check-analytics-files.ts';
import { checkAuthority } from './check-authority.ts';
import { checkBranches } from './check-branches.ts';
import { checkBundles } from './check-bundles.ts';
import { checkConversations } from './check-conversations.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDeployments } from './check-deployments.ts';
import { checkEnds } from './check-ends.ts';
import { checkFeedback } from './check-feedback.ts';
import { checkHistory } from './check-history.ts';
import { checkLimits } from './check-limits.ts';
import { checkPageHealth } from './check-page-health.ts';
import { checkPullRequests } from './check-pull-requests.ts';
import { checkRepositories } from './check-repositories.ts';
import { checkRollups } from './check-rollups.ts';
import { checkSandbox } from './check-sandbox.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkRetention } from './check-retention.ts';
import { checkSuggestions } from './check-suggestions.ts';
import { checkStorage } from './check-storage.ts';
import { checkUsage } from './check-usage.ts';
import { Findings, type AuditReport } from './findings.ts';

/**
 * Checks the service's data for broken promises. It reads rows, objects, and references itself, with separate
 * statements: it only shares the ports with the code that it checks. Anything unreadable is reported as broken.
 */
export async function audit(deps: AuditDeps): Promise<AuditReport> {
  const findings = new Findings();
  await checkEnds(deps, findings);
  await checkHistory(deps, findings);
  await checkPullRequests(deps, findings);
  await checkBundles(deps, findings);
  await checkDeployments(deps, findings);
  await checkLimits(deps, findings);
  await checkUsage(deps, findings);
  await checkStorage(deps, findings);
  await checkConversations(deps, findings);
  await checkFeedback(deps, findings);
  await checkAnalyticsFiles(deps, findings);
  await checkRollups(deps, findings);
  await checkSuggestions(deps, findings);
  await checkRetention(deps, findings);
  await checkPageHealth(deps, findings);
  await checkSecrets(deps, findings);
  await checkBranches(deps, findings);
  await checkRepositories(deps, findings);
  await checkAuthority(deps, findings);
  checkDataFolder(deps, findings);
  checkSandbox(deps, findings);
  return findings.report();
}
