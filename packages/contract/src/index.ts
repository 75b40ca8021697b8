export * from './deployment.ts';
export {
  CreateReaderKeyBody,
  NewReaderKey,
  NewReaderPassword,
  ReaderKey,
  ReaderPassword,
  SetSiteAccessBody,
  RevokedReaderTokens,
  SignedOutReaders,
  SiteAccess,
  StartTestSignInBody,
  StartedTestSignIn,
  TestSignIn,
  accessModes,
  keyAlgorithms,
  type AccessMode,
  type TestSignInStatus,
} from './site-access.ts';
export { signIns, type SignIn } from './sign-in.ts';
export {
  AddDomainBody,
  SiteCertificate,
  SiteDomain,
  SiteDomainList,
  type CertificateStatus,
  type DomainRecord,
  type DomainRecordType,
  type DomainStatus,
} from './domain.ts';
export {
  Comment,
  CommentAuthor,
  CommentThread,
  CommentThreadList,
  CreateCommentThreadBody,
  maxCommentLength,
  maxCommentMentions,
  maxFileThreads,
  maxProjectThreads,
  maxQuoteLength,
  maxThreadComments,
  RejectSuggestedChangeBody,
  threadFilters,
  threadStates,
  WriteCommentBody,
  type ThreadState,
} from './comment.ts';
export {
  Draft,
  draftActions,
  draftBlockers,
  DraftChange,
  draftChangeKinds,
  DraftCheck,
  DraftDiff,
  DraftEdit,
  DraftFile,
  DraftFileList,
  DraftList,
  DraftMedia,
  DraftPreview,
  DraftSummary,
  maxDraftBytes,
  maxDraftFileBytes,
  maxDraftFiles,
  maxDraftMediaBytes,
  maxDrafts,
  MoveDraftFileBody,
  PreviewDraftBody,
  PutDraftFileBody,
  ResolveDraftConflictBody,
  RestoreDraftFileBody,
  SavedDraftFile,
  UploadDraftMediaBody,
  type DraftAction,
  type DraftBlocker,
  type DraftChangeKind,
} from './draft.ts';
export {
  DraftFileRevision,
  DraftFileRevisionContent,
  DraftFileRevisionList,
  maxDraftRevisionBytes,
  maxDraftRevisions,
  maxFileRevisions,
} from './draft-history.ts';
export {
  DraftProposal,
  DraftSettings,
  PublishDraftBody,
  PublishedDraft,
  UpdateDraftSettingsBody,
} from './draft-publishing.ts';
export { ContextCommit, ContextRepository, contextRepositories, maxContextRepositories } from './context-repository.ts';
export {
  AgentJob,
  AgentJobDraft,
  AgentJobEvent,
  AgentJobDiffLines,
  AgentJobEventList,
  AgentJobList,
  AgentJobMerge,
  AgentJobPullRequest,
  CitedLines,
  CommentOnPullRequestBody,
  CreateAgentJobBody,
  MergeAgentJobPullRequestBody,
  PullRequestComment,
  JobError,
  SendMessageBody,
  agentEventTypes,
  agentJobResults,
  agentJobStatuses,
  leftOutReasons,
  pullRequestStates,
  maxEventId,
  maxDiffLines,
  maxAgentRequestBytes,
  maxAgentSuggestions,
  maxAttachmentBytes,
  maxAttachments,
  maxAttachmentsBytes,
  maxPromptLength,
  type AgentEventType,
  type AgentJobResult,
  type AgentJobStatus,
  type Attachments,
  type LeftOutReason,
  type PullRequestState,
} from './agent-job.ts';
export { AskAgentBody } from './draft-ask.ts';
export {
  AgentJobV1,
  maxSkippedJobs,
  type CreateAgentJobV1Body,
  type HaultReason,
  type MessageV1,
} from './agent-job-v1.ts';
export {
  analyticsExportKinds,
  AnalyticsAssistant,
  AnalyticsAssistantCallers,
  AnalyticsCodeCopies,
  AnalyticsNotFound,
  AnalyticsOutlinks,
  AnalyticsPlaygroundCalls,
  AnalyticsAgentReads,
  AnalyticsReferrers,
  AnalyticsSearches,
  AnalyticsTimeseries,
  AnalyticsViews,
  AnalyticsVisitors,
  type AnalyticsExportKind,
} from './analytics.ts';
export { AnalyticsPage } from './analytics-page.ts';
export {
  eventRefusals,
  maxForwardedBytes,
  maxForwardedEvents,
  SendAnalyticsEventsBody,
  TakenAnalyticsEvents,
  type EventRefusal,
} from './analytics-events.ts';
export {
  Feedback,
  FeedbackByPage,
  FeedbackList,
  UpdateFeedbackBody,
  feedbackSources,
  feedbackStatuses,
  type FeedbackSource,
  type FeedbackStatus,
} from './feedback.ts';
export {
  AgentSettings,
  UpdateAgentSettingsBody,
  draftPolicies,
  type AgentLimitName,
  type DraftPolicy,
} from './agent-settings.ts';
export {
  Automation,
  AutomationDryRun,
  AutomationEvidence,
  AutomationFileProblem,
  AutomationLimits,
  AutomationList,
  AutomationReceipt,
  AutomationRun,
  AutomationRunDetail,
  AutomationRunList,
  AutomationTrigger,
  automationKinds,
  automationRunStates,
  automationTriggers,
  automationUpdateModes,
  CreateAutomationBody,
  DryRunBody,
  type DryRunEvent,
  defaultMinReaders,
  defaultRunsPerDay,
  maxAutomationInstructions,
  maxRunsPerDay,
  SavedAutomation,
  TriggeredWorkflow,
  UpdateAutomationBody,
  type AutomationKind,
  type AutomationRunState,
  type AutomationRunTrigger,
  type AutomationTriggerType,
  type AutomationUpdateMode,
} from './automation.ts';
export { ApiKey, ApiKeyList, CreateApiKeyBody, NewApiKey, RollApiKeyBody, scopes, type Scope } from './api-key.ts';
export { auditResults, type AuditActorKind, type AuditEvent, type AuditResult } from './audit-event.ts';
export {
  CodeHostCheck,
  CompleteGitHubAppBody,
  ConnectedCodeHost,
  CreateCodeHostBody,
  GitHubAppStart,
  HostedRepository,
  HostedRepositoryList,
  StartGitHubAppBody,
  UpdateCodeHostBody,
  codeHostKinds,
  type ConnectedHostKind,
} from './code-host.ts';
export {
  CodeHostEvent,
  CodeHostHook,
  CodeHostReceipt,
  CreateCodeHostHookBody,
  NewCodeHostHook,
  type CodeHostEventOutcome,
  type FollowUpMode,
} from './code-host-hook.ts';
export { AssistantQuestion, AssistantQuestionList } from './assistant-conversations.ts';
export {
  AssistantSettings,
  type AssistantModel,
  type AssistantTone,
  type UpdateAssistantSettingsBody,
} from './assistant-settings.ts';
export { AssistantAnswer, AssistantThread, type SendAssistantMessageBody } from './assistant.ts';
export { DiscoveryHit, type DiscoveryPage, type SearchBody } from './discovery.ts';
export { type McpMessage } from './mcp.ts';
export { ErrorBody } from './error-body.ts';
export { ApprovePullRequestBody, SitePullRequest, SitePullRequestList } from './pull-request.ts';
export { errorCodes, jobErrorCodes, type ErrorCode, type JobErrorCode } from './error-codes.ts';
export {
  Bundle,
  ExportIssue,
  MissingExportPage,
  ExportJob,
  ExportJobList,
  StartExportBody,
  StartProjectExportBody,
  exportJobStatuses,
  type ExportJobStatus,
} from './export-job.ts';
export { Health, Readiness } from './health.ts';
export { idPrefixes, type IdKind } from './ids.ts';
export { apiVersion, toOpenApi } from './openapi.ts';
export {
  roles,
  type CreateInvitationBody,
  type Invitation,
  type Me,
  type Member,
  type NewInvitation,
  type Role,
} from './member.ts';
export { defaultMaxBodyBytes, errorsOf, type Method, type Operation } from './operation.ts';
export { maxPageSize } from './define-operation.ts';
export { operations, type OperationId } from './operations.ts';
export { Organization, UpdateOrganizationBody, plans, type Plan } from './organization.ts';
export { Overview, type AgentJobOutcome, type FailureKind } from './overview.ts';
export {
  CreateProjectBody,
  Project,
  ProjectList,
  UpdateProjectBody,
  deploymentKinds,
  type DeploymentKind,
} from './project.ts';
export { type AgentJobPreview, type ExportComparison, type SitePreview } from './preview.ts';
export {
  ModelTests,
  OrganizationModels,
  ProjectModels,
  SetOrganizationModelsBody,
  SetProjectModelsBody,
  modelProviderNames,
  type ModelLevel,
} from './project-models.ts';
export { PublicKey, type CreatePublicKeyBody, type UpdatePublicKeyBody } from './public-key.ts';
export {
  CreateRepositoryBody,
  CreateRepositoryCommitBody,
  maxCommitBodyBytes,
  maxCommitFiles,
  Repository,
  RepositoryCommit,
  RepositoryList,
} from './repository.ts';
export { Budget, BudgetList, SetBudgetBody } from './budget.ts';
export {
  Notification,
  notificationKinds,
  NotificationList,
  NotificationSetting,
  NotificationSettings,
  ReadNotificationsBody,
  SetNotificationSettingsBody,
  type MailObstacle,
  type NotificationKind,
  type NotificationTone,
} from './notification.ts';
export { SetStorageQuotaBody, StorageQuota, StorageUsage } from './storage.ts';
export { jobStarterKinds, PullRequestFigures, Usage, type JobStarterKind } from './usage.ts';
export {
  CreateWebhookEndpointBody,
  NewWebhookEndpoint,
  RotateWebhookSecretBody,
  UpdateWebhookEndpointBody,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  webhookEventTypes,
  webhookFormats,
  type WebhookDeliveryStatus,
  type WebhookEventType,
  type WebhookFormat,
} from './webhook.ts';
export { PageHealth, type PageHealthList } from './page-health.ts';
export {
  SearchChange,
  SearchChecks,
  SearchComparison,
  SetSearchChecksBody,
  type SearchSource,
} from './search-check.ts';
export {
  Suggestion,
  SuggestionList,
  suggestionKinds,
  suggestionStatuses,
  type CreateSuggestionJobBody,
  type EvidenceKind,
  type SuggestionKind,
  type SuggestionStatus,
  type UpdateSuggestionBody,
} from './suggestion.ts';
export { type System } from './system.ts';
export { type CheckRepositoryBody, type RepositoryCheck, type RepositoryCheckName } from './repository-check.ts';
