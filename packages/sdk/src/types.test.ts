import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type * as contract from '@docwright/contract';
import type * as sdk from './index.ts';

/** Fails to compile unless each of the two types is assignable to the other. */
type Same<A extends B, B extends C, C = A> = [A, B, C];

/** Type checks by the compiler. */
export type GeneratedTypesAreThoseOfTheContract = [
  Same<sdk.AgentJob, contract.AgentJob>,
  Same<sdk.AgentJobDiffLines, contract.AgentJobDiffLines>,
  Same<sdk.AgentJobEvent, contract.AgentJobEvent>,
  Same<sdk.AgentJobEventList, contract.AgentJobEventList>,
  Same<sdk.AgentJobList, contract.AgentJobList>,
  Same<sdk.AgentJobPreview, contract.AgentJobPreview>,
  Same<sdk.AgentJobPullRequest, contract.AgentJobPullRequest>,
  Same<sdk.AgentSettings, contract.AgentSettings>,
  Same<sdk.AnalyticsAgentReads, contract.AnalyticsAgentReads>,
  Same<sdk.AnalyticsAssistant, contract.AnalyticsAssistant>,
  Same<sdk.AnalyticsAssistantCallers, contract.AnalyticsAssistantCallers>,
  Same<sdk.AnalyticsCodeCopies, contract.AnalyticsCodeCopies>,
  Same<sdk.AnalyticsNotFound, contract.AnalyticsNotFound>,
  Same<sdk.AnalyticsOutlinks, contract.AnalyticsOutlinks>,
  Same<sdk.AnalyticsPage, contract.AnalyticsPage>,
  Same<sdk.AnalyticsPlaygroundCalls, contract.AnalyticsPlaygroundCalls>,
  Same<sdk.AnalyticsReferrers, contract.AnalyticsReferrers>,
  Same<sdk.AnalyticsSearches, contract.AnalyticsSearches>,
  Same<sdk.AnalyticsTimeseries, contract.AnalyticsTimeseries>,
  Same<sdk.AnalyticsViews, contract.AnalyticsViews>,
  Same<sdk.AnalyticsVisitors, contract.AnalyticsVisitors>,
  Same<sdk.ApiKey, contract.ApiKey>,
  Same<sdk.ApiKeyList, contract.ApiKeyList>,
  Same<sdk.AssistantAnswer, contract.AssistantAnswer>,
  Same<sdk.AssistantQuestion, contract.AssistantQuestion>,
  Same<sdk.AssistantQuestionList, contract.AssistantQuestionList>,
  Same<sdk.AssistantSettings, contract.AssistantSettings>,
  Same<sdk.AssistantThread, contract.AssistantThread>,
  Same<sdk.AuditEvent, contract.AuditEvent>,
  Same<sdk.Automation, contract.Automation>,
  Same<sdk.AutomationDryRun, contract.AutomationDryRun>,
  Same<sdk.AutomationFileProblem, contract.AutomationFileProblem>,
  Same<sdk.AutomationList, contract.AutomationList>,
  Same<sdk.AutomationRun, contract.AutomationRun>,
  Same<sdk.AutomationRunDetail, contract.AutomationRunDetail>,
  Same<sdk.AutomationRunList, contract.AutomationRunList>,
  Same<sdk.AutomationTrigger, contract.AutomationTrigger>,
  Same<sdk.Budget, contract.Budget>,
  Same<sdk.BudgetList, contract.BudgetList>,
  Same<sdk.Bundle, contract.Bundle>,
  Same<sdk.CitedLines, contract.CitedLines>,
  Same<sdk.CodeHostEvent, contract.CodeHostEvent>,
  Same<sdk.CodeHostHook, contract.CodeHostHook>,
  Same<sdk.Comment, contract.Comment>,
  Same<sdk.CommentAuthor, contract.CommentAuthor>,
  Same<sdk.CommentThread, contract.CommentThread>,
  Same<sdk.CommentThreadList, contract.CommentThreadList>,
  Same<sdk.ConnectedCodeHost, contract.ConnectedCodeHost>,
  Same<sdk.ContextCommit, contract.ContextCommit>,
  Same<sdk.ContextRepository, contract.ContextRepository>,
  Same<sdk.Deployment, contract.Deployment>,
  Same<sdk.DomainRecord, contract.DomainRecord>,
  Same<sdk.Draft, contract.Draft>,
  Same<sdk.DraftChange, contract.DraftChange>,
  Same<sdk.DraftCheck, contract.DraftCheck>,
  Same<sdk.DraftDiff, contract.DraftDiff>,
  Same<sdk.DraftEdit, contract.DraftEdit>,
  Same<sdk.DraftFile, contract.DraftFile>,
  Same<sdk.DraftFileList, contract.DraftFileList>,
  Same<sdk.DraftFileRevision, contract.DraftFileRevision>,
  Same<sdk.DraftFileRevisionContent, contract.DraftFileRevisionContent>,
  Same<sdk.DraftFileRevisionList, contract.DraftFileRevisionList>,
  Same<sdk.DraftList, contract.DraftList>,
  Same<sdk.DraftMedia, contract.DraftMedia>,
  Same<sdk.DraftPreview, contract.DraftPreview>,
  Same<sdk.DraftProposal, contract.DraftProposal>,
  Same<sdk.DraftSettings, contract.DraftSettings>,
  Same<sdk.DraftSummary, contract.DraftSummary>,
  Same<sdk.ErrorBody, contract.ErrorBody>,
  Same<sdk.ErrorCode, contract.ErrorCode>,
  Same<sdk.ExportIssue, contract.ExportIssue>,
  Same<sdk.ExportJob, contract.ExportJob>,
  Same<sdk.ExportJobList, contract.ExportJobList>,
  Same<sdk.Feedback, contract.Feedback>,
  Same<sdk.FeedbackByPage, contract.FeedbackByPage>,
  Same<sdk.FeedbackList, contract.FeedbackList>,
  Same<sdk.Health, contract.Health>,
  Same<sdk.HostedRepository, contract.HostedRepository>,
  Same<sdk.Invitation, contract.Invitation>,
  Same<sdk.JobError, contract.JobError>,
  Same<sdk.Me, contract.Me>,
  Same<sdk.Member, contract.Member>,
  Same<sdk.MissingExportPage, contract.MissingExportPage>,
  Same<sdk.ModelTests, contract.ModelTests>,
  Same<sdk.NewApiKey, contract.NewApiKey>,
  Same<sdk.NewCodeHostHook, contract.NewCodeHostHook>,
  Same<sdk.NewInvitation, contract.NewInvitation>,
  Same<sdk.NewReaderKey, contract.NewReaderKey>,
  Same<sdk.NewReaderPassword, contract.NewReaderPassword>,
  Same<sdk.NewWebhookEndpoint, contract.NewWebhookEndpoint>,
  Same<sdk.Notification, contract.Notification>,
  Same<sdk.NotificationList, contract.NotificationList>,
  Same<sdk.NotificationSetting, contract.NotificationSetting>,
  Same<sdk.NotificationSettings, contract.NotificationSettings>,
  Same<sdk.Organization, contract.Organization>,
  Same<sdk.OrganizationModels, contract.OrganizationModels>,
  Same<sdk.Overview, contract.Overview>,
  Same<sdk.PageHealth, contract.PageHealth>,
  Same<sdk.Project, contract.Project>,
  Same<sdk.ProjectList, contract.ProjectList>,
  Same<sdk.ProjectModels, contract.ProjectModels>,
  Same<sdk.PublicKey, contract.PublicKey>,
  Same<sdk.PublishedDraft, contract.PublishedDraft>,
  Same<sdk.PullRequestComment, contract.PullRequestComment>,
  Same<sdk.ReaderKey, contract.ReaderKey>,
  Same<sdk.ReaderPassword, contract.ReaderPassword>,
  Same<sdk.Readiness, contract.Readiness>,
  Same<sdk.Repository, contract.Repository>,
  Same<sdk.RepositoryCommit, contract.RepositoryCommit>,
  Same<sdk.RepositoryList, contract.RepositoryList>,
  Same<sdk.SavedAutomation, contract.SavedAutomation>,
  Same<sdk.SavedDraftFile, contract.SavedDraftFile>,
  Same<sdk.SearchChecks, contract.SearchChecks>,
  Same<sdk.SearchComparison, contract.SearchComparison>,
  Same<sdk.SignedOutReaders, contract.SignedOutReaders>,
  Same<sdk.Site, contract.Site>,
  Same<sdk.SiteAccess, contract.SiteAccess>,
  Same<sdk.SiteDomain, contract.SiteDomain>,
  Same<sdk.SiteDomainList, contract.SiteDomainList>,
  Same<sdk.SiteList, contract.SiteList>,
  Same<sdk.SitePreview, contract.SitePreview>,
  Same<sdk.SiteSummary, contract.SiteSummary>,
  Same<sdk.StartedTestSignIn, contract.StartedTestSignIn>,
  Same<sdk.Suggestion, contract.Suggestion>,
  Same<sdk.SuggestionList, contract.SuggestionList>,
  Same<sdk.System, contract.System>,
  Same<sdk.TakenAnalyticsEvents, contract.TakenAnalyticsEvents>,
  Same<sdk.TestSignIn, contract.TestSignIn>,
  Same<sdk.Usage, contract.Usage>,
  Same<sdk.WebhookDelivery, contract.WebhookDelivery>,
  Same<sdk.WebhookDeliveryDetail, contract.WebhookDeliveryDetail>,
  Same<sdk.WebhookEndpoint, contract.WebhookEndpoint>,
];

/** Names of types that an index exports, read from its source because types don't exist at run time. */
function exportedTypes(index: URL): ReadonlySet<string> {
  const source = readFileSync(index, 'utf8');
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','));
  const own = [...source.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = '']) => name);
  const further = [...source.matchAll(/^export \* from '([^']+)'/gm)].flatMap(([, path = '']) => [
    ...exportedTypes(new URL(path, index)),
  ]);
  const names = [...lists.map((name) => name.trim().replace(/^type /, '')), ...own, ...further];
  return new Set(names.filter((name) => /^[A-Z]/.test(name)));
}

test('the compiler compares every type that both the client and the contract export', () => {
  const inContract = exportedTypes(new URL('../../contract/src/index.ts', import.meta.url));
  const inBoth = [...exportedTypes(new URL('./index.ts', import.meta.url))]
    .filter((name) => inContract.has(name))
    .sort();
  assert.ok(inBoth.length > 40, inBoth.join(' '));
  const source = readFileSync(new URL(import.meta.url), 'utf8');
  const compared = [...source.matchAll(/^ {2}Same<sdk\.(\w+), contract\.\1>,$/gm)].map(([, name]) => name);
  assert.deepEqual(compared, inBoth);
});
