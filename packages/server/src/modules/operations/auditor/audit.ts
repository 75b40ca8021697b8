import type { AuditDeps } from './audit-deps.ts';
import { checkAccess } from './sites/check-access.ts';
import { checkAnalyticsFiles } from './readers/check-analytics-files.ts';
import { checkAuthority } from './counts/check-authority.ts';
import { checkAutomations } from './jobs/check-automations.ts';
import { checkBranches } from './sites/check-branches.ts';
import { checkBundles } from './sites/check-bundles.ts';
import { checkComments } from './sites/check-comments.ts';
import { checkSharedTexts } from './sites/check-shared-texts.ts';
import { checkConversations } from './readers/check-conversations.ts';
import { checkContext } from './jobs/check-context.ts';
import { checkDataFolder } from './secrets/check-data-folder.ts';
import { checkDeployments } from './sites/check-deployments.ts';
import { checkDrafts } from './sites/check-drafts.ts';
import { checkEnds } from './jobs/check-ends.ts';
import { checkFeedback } from './readers/check-feedback.ts';
import { checkHistory } from './jobs/check-history.ts';
import { checkImages } from './jobs/check-images.ts';
import { checkLimits } from './counts/check-limits.ts';
import { checkPageHealth } from './readers/check-page-health.ts';
import { checkPullRequests } from './sites/check-pull-requests.ts';
import { checkRepositories } from './sites/check-repositories.ts';
import { checkRollups } from './readers/check-rollups.ts';
import { checkSandbox } from './secrets/check-sandbox.ts';
import { checkSecrets } from './secrets/check-secrets.ts';
import { checkRetention } from './jobs/check-retention.ts';
import { checkSuggestions } from './readers/check-suggestions.ts';
import { checkStorage } from './sites/check-storage.ts';
import { checkUsage } from './counts/check-usage.ts';
import { Findings, type AuditReport } from './findings.ts';

/**
 * Checks the service's data for broken promises. It reads rows, objects, and references with its own statements, and
 * shares only the ports with the code that it checks. Unreadable data is reported as broken.
 */
export async function audit(deps: AuditDeps): Promise<AuditReport> {
  const findings = new Findings();
  await checkEnds(deps, findings);
  await checkHistory(deps, findings);
  await checkContext(deps, findings);
  await checkImages(deps, findings);
  await checkAutomations(deps, findings);
  await checkDrafts(deps, findings);
  await checkComments(deps, findings);
  await checkSharedTexts(deps, findings);
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
  await checkAccess(deps, findings);
  await checkSecrets(deps, findings);
  await checkBranches(deps, findings);
  await checkRepositories(deps, findings);
  await checkAuthority(deps, findings);
  checkDataFolder(deps, findings);
  checkSandbox(deps, findings);
  return findings.report();
}
