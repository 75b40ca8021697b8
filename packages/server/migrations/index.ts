import type { Migration } from '../src/platform/database/index.ts';
import { core } from './0001-core.ts';
import { localCodeHost } from './0002_local_code_host.ts';
import { agentSettings } from './0003_agent_settings.ts';
import { webhooks } from './0004_webhooks.ts';
import { codeHostHooks } from './0005_code_host_hooks.ts';
import { accounts } from './0006_accounts.ts';
import { jobLists } from './0007_job_lists.ts';
import { authority } from './0008_authority.ts';
import { provenSignIn } from './0009-proven-sign-in.ts';
import { organizations } from './0010_organizations.ts';
import { access } from './0012_access.ts';
import { freeJobs } from './0015_free_jobs.ts';
import { restrictedPages } from './0016_restricted_pages.ts';
import { pullRequestStates } from './0017_pull_request_states.ts';
import { turnsOfJobs } from './0018_turns_of_jobs.ts';
import { siteBundles } from './0020_site_bundles.ts';
import { liveSites } from './0021_live_sites.ts';
import { exportFigures } from './0022_export_figures.ts';
import { oneIdentity } from './0023_one_identity.ts';
import { pullRequests } from './0026_pull_requests.ts';
import { commitStatuses } from './0027_commit_statuses.ts';
import { siteDomains } from './0028_site_domains.ts';
import { siteAccess } from './0030_site_access.ts';
import { publicKeys } from './0032_public_keys.ts';
import { limitBlocks } from './0033_limit_blocks.ts';
import { siteCertificates } from './0034_site_certificates.ts';
import { analytics } from './0035_analytics.ts';
import { assistantMessages } from './0037_assistant_messages.ts';
import { assistantSettings } from './0038_assistant_settings.ts';
import { listIndexes } from './0039_list_indexes.ts';
import { siteChanges } from './0040_site_changes.ts';
import { assistantConversations } from './0043_assistant_conversations.ts';
import { siteSpecifications } from './0049_site_specifications.ts';
import { deploymentChanges } from './0050_deployment_changes.ts';
import { firstSteps } from './0057_first_steps.ts';
import { pageFeedback } from './0058_page_feedback.ts';
import { pullRequestTitles } from './0059_pull_request_titles.ts';
import { basePaths } from './0060_base_paths.ts';
import { codeHosts } from './0061_code_hosts.ts';
import { codeHostAppRequests } from './0062_code_host_app_requests.ts';
import { searchesWithoutResult } from './0063_searches_without_result.ts';
import { suggestions } from './0064_suggestions.ts';
import { embeddingModels } from './0065_embedding_models.ts';
import { siteVectors } from './0066_site_vectors.ts';
import { searchChecks } from './0071_search_checks.ts';
import { deferredDeletion } from './0078_deferred_deletion.ts';
import { foreignKeyIndexes } from './0079_foreign_key_indexes.ts';
import { openingsAndRebuilds } from './0080_openings_and_rebuilds.ts';
import { largeInstallations } from './0084_large_installations.ts';
import { listsOfProjects } from './0085_lists_of_projects.ts';
import { pageHealth } from './0086_page_health.ts';
import { backingOff } from './0090_backing_off.ts';
import { playgroundCalls } from './0093_playground_calls.ts';
import { webhookFormats } from './0096_webhook_formats.ts';
import { forkApproval } from './0097_fork_approval.ts';
import { codeFeedback } from './0098_code_feedback.ts';
import { agentReads } from './0099_agent_reads.ts';
import { upkeepRuns } from './0100_upkeep_runs.ts';
import { wordsOfAll, wordsOfOrganizations } from './0101_words_of_organizations.ts';
import { pageDetails } from './0105_page_details.ts';
import { pageDetailIndexes } from './0106_page_detail_indexes.ts';
import { startersOfJobs } from './0110_starters_of_jobs.ts';
import { modelBudgets } from './0111_model_budgets.ts';
import { notifications } from './0112_notifications.ts';
import { lateEvents } from './0113_late_events.ts';
import { endedApiKeys } from './0114_ended_api_keys.ts';
import { sealedChatAddresses } from './0115_sealed_chat_addresses.ts';
import { emailChanges } from './0116_email_changes.ts';
import { hoursAndStaleFiles } from './0117_hours_and_stale_files.ts';
import { rollups } from './0118_rollups.ts';
import { forwardedVotes } from './0120_forwarded_votes.ts';
import { storageQuotas } from './0128_storage_quotas.ts';
import { bundlesOfOrganizations } from './0129_bundles_of_organizations.ts';

/** Every step of the schema, oldest first. Released steps are never edited. */
export const migrations: readonly Migration[] = [
  core,
  localCodeHost,
  agentSettings,
  webhooks,
  codeHostHooks,
  accounts,
  jobLists,
  authority,
  provenSignIn,
  organizations,
  access,
  freeJobs,
  restrictedPages,
  pullRequestStates,
  turnsOfJobs,
  siteBundles,
  liveSites,
  exportFigures,
  oneIdentity,
  pullRequests,
  commitStatuses,
  siteDomains,
  siteAccess,
  publicKeys,
  limitBlocks,
  siteCertificates,
  analytics,
  assistantMessages,
  assistantSettings,
  listIndexes,
  siteChanges,
  assistantConversations,
  siteSpecifications,
  deploymentChanges,
  firstSteps,
  pageFeedback,
  pullRequestTitles,
  basePaths,
  codeHosts,
  codeHostAppRequests,
  searchesWithoutResult,
  suggestions,
  embeddingModels,
  siteVectors,
  searchChecks,
  deferredDeletion,
  foreignKeyIndexes,
  openingsAndRebuilds,
  largeInstallations,
  listsOfProjects,
  pageHealth,
  backingOff,
  playgroundCalls,
  webhookFormats,
  forkApproval,
  codeFeedback,
  agentReads,
  upkeepRuns,
  wordsOfOrganizations,
  wordsOfAll,
  pageDetails,
  pageDetailIndexes,
  startersOfJobs,
  modelBudgets,
  notifications,
  lateEvents,
  endedApiKeys,
  sealedChatAddresses,
  emailChanges,
  hoursAndStaleFiles,
  rollups,
  forwardedVotes,
  storageQuotas,
  bundlesOfOrganizations,
];
