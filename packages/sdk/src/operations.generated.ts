// Made by scripts/generate-sdk.ts from the operations of the contract. Change those, and make it again.
import type { OperationRow, RequestOptions } from './operation-row.ts';
import type { ServerSentEvent } from './read-event-stream.ts';
import type {
  AgentJob,
  AgentJobDiffLines,
  AgentJobEventList,
  AgentJobList,
  AgentJobPreview,
  AgentJobPullRequest,
  AgentSettings,
  AnalyticsAgentReads,
  AnalyticsAssistant,
  AnalyticsAssistantCallers,
  AnalyticsCodeCopies,
  AnalyticsNotFound,
  AnalyticsOutlinks,
  AnalyticsPage,
  AnalyticsPlaygroundCalls,
  AnalyticsReferrers,
  AnalyticsSearches,
  AnalyticsTimeseries,
  AnalyticsViews,
  AnalyticsVisitors,
  ApiKey,
  ApiKeyList,
  AssistantAnswer,
  AssistantQuestionList,
  AssistantSettings,
  AssistantThread,
  AuditEventList,
  Budget,
  BudgetList,
  Bundle,
  CodeHostEventList,
  CodeHostHookList,
  CodeHostList,
  ConnectedCodeHost,
  Deployment,
  DeploymentList,
  DeploymentTicket,
  DiscoveryHit,
  DiscoveryPage,
  ExportJob,
  ExportJobList,
  Feedback,
  FeedbackByPage,
  FeedbackList,
  GitHubAppStart,
  Health,
  HostedRepositoryList,
  InvitationList,
  McpAnswer,
  Me,
  Member,
  MemberList,
  ModelTests,
  NewApiKey,
  NewCodeHostHook,
  NewInvitation,
  NewPreviewPassword,
  NewWebhookEndpoint,
  NotificationList,
  NotificationSettings,
  Organization,
  Overview,
  PageHealth,
  PreviewLink,
  PreviewTicket,
  Project,
  ProjectList,
  ProjectModels,
  PublicKey,
  PublicKeyList,
  PullRequestComment,
  Readiness,
  Repository,
  RepositoryCheck,
  RepositoryCommit,
  RepositoryList,
  SearchChecks,
  SearchComparison,
  Site,
  SiteDomain,
  SiteDomainList,
  SitePreview,
  SitePullRequest,
  SitePullRequestList,
  StaticExportComparison,
  StorageQuota,
  Suggestion,
  SuggestionList,
  System,
  Takedown,
  TakedownList,
  TakenAnalyticsEvents,
  UnreadNotifications,
  Usage,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
} from './types.generated.ts';

export interface CreateAgentJobInput {
  /** Project. */
  projectId: string;
  /** What the agent is to do, in words. */
  prompt: string;
  /** Open the pull request as a draft. Default: the project’s setting. */
  asDraft?: boolean | undefined;
  /** Base branch. Default: the project’s branch. */
  branch?: string | undefined;
}

export interface GetAgentJobInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
  /** Seconds. */
  wait?: number | undefined;
}

export interface SendAgentJobMessageInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
  /** What the agent is to do, in words. */
  prompt: string;
}

export interface ListAgentJobsInput {
  /** Project. */
  projectId: string;
  status?: 'active' | 'completed' | 'archived' | 'failed' | undefined;
  /** Only jobs whose pull request is in this state. */
  pullRequest?: 'open' | 'merged' | 'closed' | undefined;
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface ListAllAgentJobsInput {
  /** Only those of this project. */
  project?: string | undefined;
  status?: 'active' | 'completed' | 'archived' | 'failed' | undefined;
  /** Only jobs whose pull request is in this state. */
  pullRequest?: 'open' | 'merged' | 'closed' | undefined;
  /** Words, or beginnings of words, that prompt, title, summary or id must hold, all of them. */
  search?: string | undefined;
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface ListAgentJobEventsInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
  /** Only events with a greater id. */
  after?: number | undefined;
}

export interface GetAgentJobDiffInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
}

export interface GetAgentJobDiffLinesInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
  /** As the diff names it after the change. */
  path: string;
  /** First line. Default 1. */
  from?: number | undefined;
  /** Last line. At most 1000 lines are answered, which is the default. */
  to?: number | undefined;
}

export interface CancelAgentJobInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
}

export interface ArchiveAgentJobInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
  /** Also close the pull request, where it is open. Default: it stays as it is. */
  closePullRequest?: boolean | undefined;
}

export interface MergeAgentJobPullRequestInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
  /** The head that you have looked at, all 40 digits. A pull request with another one is not merged. */
  headCommit: string;
}

export interface CloseAgentJobPullRequestInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
}

export interface CommentOnAgentJobPullRequestInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
  /** Markdown, for people. The name of who asks is written above it. */
  text: string;
}

export interface StartStaticExportInput {
  /** Host name only: no scheme, port, path or trailing slash. */
  domain: string;
  /** Label of the export. Default: the commit. */
  version?: string | undefined;
  /** Page paths to render. Default: every published page. */
  paths?: string[] | undefined;
  /** Path under which the site will be served: `""` or `/docs`. No segment is `.` or `..`. */
  basePath?: string | undefined;
  /** Fail the job when any page has an error-level issue. */
  strict?: boolean | undefined;
  /** Leave out pages that are not for every reader (`groups`, `public: false`), and all that only they use. Without, a site with such pages ends as `restricted_pages`. */
  excludeRestricted?: boolean | undefined;
}

export interface ListStaticExportsInput {
  /** Only those of this project. */
  project?: string | undefined;
  domain?: string | undefined;
  status?: 'queued' | 'running' | 'completed' | 'failed' | undefined;
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface GetStaticExportInput {
  /** Export job. */
  jobId: string;
}

export interface StreamStaticExportInput {
  /** Export job. */
  jobId: string;
}

export interface CreateStaticExportBundleInput {
  /** Export job. */
  jobId: string;
}

export interface CancelStaticExportInput {
  /** Export job. */
  jobId: string;
}

export interface StartProjectStaticExportInput {
  /** Project. */
  projectId: string;
  /** Label of the export. Default: the commit. */
  version?: string | undefined;
  /** Page paths to render. Default: every published page. */
  paths?: string[] | undefined;
  /** Path under which the site will be served: `""` or `/docs`. No segment is `.` or `..`. */
  basePath?: string | undefined;
  /** Fail the job when any page has an error-level issue. */
  strict?: boolean | undefined;
  /** Leave out pages that are not for every reader (`groups`, `public: false`), and all that only they use. Without, a site with such pages ends as `restricted_pages`. */
  excludeRestricted?: boolean | undefined;
}

export interface GetProjectStaticExportInput {
  /** Project. */
  projectId: string;
  /** Export job. */
  jobId: string;
}

export interface UpdateProjectSiteInput {
  /** Project. */
  projectId: string;
}

export interface CreatePreviewDeploymentInput {
  /** Project. */
  projectId: string;
  /** Branch of the project’s repository. */
  branch?: string | undefined;
}

export interface GetDeploymentStatusInput {
  /** Deployment. */
  statusId: string;
}

export interface ListDeploymentsInput {
  /** Project. */
  projectId: string;
  environment?: 'production' | 'preview' | undefined;
  branch?: string | undefined;
  status?: 'queued' | 'in_progress' | 'success' | 'failure' | 'skipped' | undefined;
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface GetDeploymentInput {
  /** Project. */
  projectId: string;
  /** Deployment. */
  deploymentId: string;
}

export interface StreamDeploymentInput {
  /** Project. */
  projectId: string;
  /** Deployment. */
  deploymentId: string;
}

export interface PromoteDeploymentInput {
  /** Project. */
  projectId: string;
  /** Deployment. */
  deploymentId: string;
}

export interface CancelDeploymentInput {
  /** Project. */
  projectId: string;
  /** Deployment. */
  deploymentId: string;
}

export interface CreatePreviewLinkInput {
  /** Project. */
  projectId: string;
  /** Branch, percent-encoded. */
  branch: string;
}

export interface DeletePreviewInput {
  /** Project. */
  projectId: string;
  /** Branch, percent-encoded. */
  branch: string;
}

export interface GetSiteInput {
  /** Project. */
  projectId: string;
}

export interface UpdateSiteInput {
  /** Project. */
  projectId: string;
  previews?: boolean | undefined;
  requireNoErrors?: boolean | undefined;
  published?: boolean | undefined;
  /** Who may read previews: `members` of the organization after signing in, who has a `password`, who has a signed `link` (which opens the others too), or everybody. Null: `members`, and `public` where only the machine of the installation reaches it. */
  previewAccess?: 'public' | 'link' | 'password' | 'members' | null | undefined;
  /** Path under which the site will be served: `""` or `/docs`. No segment is `.` or `..`. */
  basePath?: string | undefined;
  requireForkApproval?: boolean | undefined;
}

export interface SetPreviewPasswordInput {
  /** Project. */
  projectId: string;
  /** Whom the password is for, percent-encoded. */
  label: string;
  /** Default: one is generated, and in the answer. */
  password?: string | undefined;
}

export interface DeletePreviewPasswordInput {
  /** Project. */
  projectId: string;
  /** Whom the password is for, percent-encoded. */
  label: string;
}

export interface TakeDownSiteInput {
  /** Slug: the first part of its address. */
  site: string;
  /** What readers get: 451 for legal reasons, 410 for others. */
  status?: 410 | 451 | undefined;
  /** What readers are told. */
  reason: string;
}

export interface LiftTakedownInput {
  /** Slug of the site. */
  site: string;
}

export interface ListPullRequestsInput {
  /** Project. */
  projectId: string;
}

export interface ApprovePullRequestInput {
  /** Project. */
  projectId: string;
  /** Number of the pull request. */
  number: string;
  /** The head that was looked at: `headCommit`. */
  commit: string;
}

export interface GetSearchChecksInput {
  /** Project. */
  projectId: string;
}

export interface SetSearchChecksInput {
  /** Project. */
  projectId: string;
  /** They take the place of those of before. */
  questions: Array<{
    /** A search, or a question to the assistant. */
    query: string;
    /** Page of the site that answers it, without the site’s base path: `/guides/rate-limits`. */
    path: string;
  }>;
}

export interface GetSearchComparisonInput {
  /** Project. */
  projectId: string;
  /** Deployment. */
  deploymentId: string;
}

export interface SearchDiscoveryInput {
  /** Slug or host name of a live site. */
  domain: string;
  query: string;
  /** Hits at most. */
  pageSize?: number | undefined;
  scoreThreshold?: number | undefined;
  /** Labels as the site’s navigation has them. */
  filter?: {
    version?: string | undefined;
    language?: string | undefined;
    tag?: string | undefined;
  } | undefined;
}

export interface ReadDiscoveryPageInput {
  /** Slug or host name of a live site. */
  domain: string;
  path: string;
}

export interface SendAssistantMessageInput {
  /** Slug or host name of a live site. */
  domain: string;
  /** UI messages of the AI SDK, oldest first; the last is the question, of at most 8,000 characters. */
  messages: Array<{
    id?: string | undefined;
    role: 'user' | 'assistant';
    parts: Array<{
      /** Parts of the type `text` are read, the others are not. */
      type: 'text' | 'reasoning' | 'source-url' | 'file' | 'step-start';
      text?: string | undefined;
      state?: string | undefined;
      sourceId?: string | undefined;
      url?: string | undefined;
      title?: string | undefined;
      mediaType?: string | undefined;
      filename?: string | undefined;
      providerMetadata?: unknown | undefined;
    }>;
    metadata?: unknown | undefined;
  }>;
  /** Given back as `X-Thread-Id`; a new one is made where it is missing. */
  threadId?: string | undefined;
  /** The visitor, by any text that nobody guesses. Without it nothing of the thread is stored, and a message that is sent again is a new one. */
  fp?: string | undefined;
  /** Labels as the site’s navigation has them. The language is also that of sentences no page says. */
  filter?: {
    version?: string | undefined;
    product?: string | undefined;
    language?: string | undefined;
    tag?: string | undefined;
  } | undefined;
  /** What the reader has marked. */
  context?: Array<{
    type: 'code' | 'textSelection';
    /** Of more than 8,000 characters, the first are read. */
    value: string;
    /** Of the page. */
    path?: string | undefined;
    /** Where it stands on the page; not read. */
    elementId?: string | undefined;
  }> | undefined;
  /** Page that the question is asked on. */
  currentPath?: string | undefined;
  /** Pages whose text a model gets before it asks for any. */
  retrievalPageSize?: number | undefined;
  id?: string | undefined;
  trigger?: string | undefined;
  messageId?: string | undefined;
}

export interface GetAssistantThreadInput {
  /** Slug or host name of a live site. */
  domain: string;
  /** `X-Thread-Id` of an answer. */
  threadId: string;
  /** The visitor. */
  fp?: string | undefined;
}

export interface SendMcpMessageInput {
  jsonrpc: '2.0';
  id?: string | number | undefined;
  /** `initialize`, `tools/list`, `tools/call` … */
  method: string;
  params?: Record<string, unknown> | undefined;
}

export interface GetAnalyticsViewsInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface GetAnalyticsVisitorsInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface GetAnalyticsSearchesInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Only queries that found nothing, those that did so most often first. `nextCursor` belongs to one value. */
  withoutResult?: boolean | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface GetAnalyticsTimeseriesInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** With `hour` the hours as well, of at most 31 days. Default `day`. */
  interval?: 'day' | 'hour' | undefined;
}

export interface GetAnalyticsReferrersInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface GetAnalyticsNotFoundInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface GetAnalyticsAssistantInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the page, at most. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface GetAnalyticsAssistantCallersInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
}

export interface ExportAnalyticsInput {
  /** Project. */
  projectId: string;
  /** What the rows tell. */
  kind: 'views' | 'referrers' | 'searches' | 'not-found' | 'outlinks' | 'code-copies' | 'playground-calls' | 'agent-reads' | 'feedback';
  format?: 'csv' | 'jsonl' | undefined;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
}

export interface GetAnalyticsOutlinksInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface GetAnalyticsCodeCopiesInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface GetAnalyticsPlaygroundCallsInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface GetAnalyticsAgentReadsInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface ListFeedbackInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  source?: 'contextual' | 'thumbs_only' | 'code_snippet' | 'agent' | undefined;
  status?: 'pending' | 'in_progress' | 'resolved' | 'dismissed' | undefined;
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface CountFeedbackByPageInput {
  /** Project. */
  projectId: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Pages of the answer. */
  limit?: number | undefined;
}

export interface UpdateFeedbackInput {
  /** Project. */
  projectId: string;
  /** Feedback. */
  feedbackId: string;
  status?: 'pending' | 'in_progress' | 'resolved' | 'dismissed' | undefined;
  /** Null takes it away. */
  note?: string | null | undefined;
}

export interface DeleteFeedbackInput {
  /** Project. */
  projectId: string;
  /** Feedback. */
  feedbackId: string;
}

export interface ListSuggestionsInput {
  /** Project. */
  projectId: string;
  /** Default: all but the dismissed ones. */
  status?: 'open' | 'in_progress' | 'resolved' | 'dismissed' | undefined;
  /** Open suggestions with fewer readers are left out. */
  minVisitors?: number | undefined;
  /** Rows of the answer. */
  limit?: number | undefined;
}

export interface UpdateSuggestionInput {
  /** Project. */
  projectId: string;
  /** Suggestion. */
  suggestionId: string;
  /** `open` takes a dismissal back. */
  status: 'open' | 'dismissed';
}

export interface CreateSuggestionJobInput {
  /** Project. */
  projectId: string;
  /** Suggestion. */
  suggestionId: string;
  /** Default: the suggestion’s own. */
  prompt?: string | undefined;
  /** Open the pull request as a draft. Default: the project’s setting. */
  asDraft?: boolean | undefined;
}

export interface GetAnalyticsPageInput {
  /** Project. */
  projectId: string;
  /** Of the page, as `views` has it: `/guides/keys`. */
  path: string;
  /** First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`. */
  dateFrom?: string | undefined;
  /** The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it. */
  dateTo?: string | undefined;
  /** Rows of each list, at most. */
  limit?: number | undefined;
}

export interface SendAnalyticsEventsInput {
  /** Project. */
  projectId: string;
  events: unknown[];
}

export interface GetPageHealthInput {
  /** Project. */
  projectId: string;
  /** Only this. Default: the first rows of all. */
  list?: 'broken_links' | 'unread' | 'searched_from' | 'stale' | undefined;
  /** Rows of each list. */
  limit?: number | undefined;
  /** Rows to skip. */
  offset?: number | undefined;
}

export interface CreatePublicKeyInput {
  /** Project. */
  projectId: string;
  name: string;
  /** Whose pages may use the key in browsers: `https://www.example.com`, without a path. */
  allowedOrigins: string[];
}

export interface ListPublicKeysInput {
  /** Project. */
  projectId: string;
}

export interface UpdatePublicKeyInput {
  /** Project. */
  projectId: string;
  /** Public key. */
  id: string;
  name?: string | undefined;
  /** Whose pages may use the key in browsers: `https://www.example.com`, without a path. */
  allowedOrigins?: string[] | undefined;
}

export interface RollPublicKeyInput {
  /** Project. */
  projectId: string;
  /** Public key. */
  id: string;
  /** How long the old key keeps working. */
  overlapSeconds?: number | undefined;
}

export interface RevokePublicKeyInput {
  /** Project. */
  projectId: string;
  /** Public key. */
  id: string;
}

export interface AddDomainInput {
  /** Project. */
  projectId: string;
  /** Host name, such as docs.example.com. Internationalised names are stored in punycode. */
  domain: string;
}

export interface ListDomainsInput {
  /** Project. */
  projectId: string;
}

export interface GetDomainInput {
  /** Project. */
  projectId: string;
  /** Domain, as it was added or in punycode. */
  domain: string;
}

export interface RemoveDomainInput {
  /** Project. */
  projectId: string;
  /** Domain, as it was added or in punycode. */
  domain: string;
}

export interface CheckDomainInput {
  /** Project. */
  projectId: string;
  /** Domain, as it was added or in punycode. */
  domain: string;
}

export interface MakeDomainPrimaryInput {
  /** Project. */
  projectId: string;
  /** Domain, as it was added or in punycode. */
  domain: string;
}

export interface CreateProjectInput {
  name: string;
  /** Full URL of the repository: `https://github.com/owner/name`, or one of this service’s own code host. */
  repository: string;
  /** Base branch. */
  branch?: string | undefined;
  /** Folder with docs.json, `""` for the root. */
  docsFolder?: string | undefined;
  domains?: string[] | undefined;
  deploymentKind?: 'cloud' | 'client-hosted' | 'air-gapped' | undefined;
  /** `builtin/rules-1`, or `provider/model` of a configured provider. */
  model?: string | undefined;
  features?: {
    search?: boolean | undefined;
    assistant?: boolean | undefined;
    analytics?: boolean | undefined;
    feedback?: boolean | undefined;
    playground?: boolean | undefined;
    offlineSearch?: boolean | undefined;
    socialImages?: boolean | undefined;
  } | undefined;
  /** Whether exports leave out pages that are in no navigation; `hidden: true` pages stay. */
  excludeOrphans?: boolean | undefined;
  /** Whether agent pull requests are drafts unless the job says otherwise. */
  asDraft?: boolean | undefined;
}

export interface ListProjectsInput {
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface GetProjectInput {
  /** Project. */
  projectId: string;
}

export interface UpdateProjectInput {
  /** Project. */
  projectId: string;
  name?: string | undefined;
  /** Full URL of the repository: `https://github.com/owner/name`, or one of this service’s own code host. */
  repository?: string | undefined;
  /** Base branch. */
  branch?: string | undefined;
  /** Folder with docs.json, `""` for the root. */
  docsFolder?: string | undefined;
  domains?: string[] | undefined;
  deploymentKind?: 'cloud' | 'client-hosted' | 'air-gapped' | undefined;
  /** `builtin/rules-1`, or `provider/model` of a configured provider. */
  model?: string | undefined;
  features?: {
    search?: boolean | undefined;
    assistant?: boolean | undefined;
    analytics?: boolean | undefined;
    feedback?: boolean | undefined;
    playground?: boolean | undefined;
    offlineSearch?: boolean | undefined;
    socialImages?: boolean | undefined;
  } | undefined;
  /** Whether exports leave out pages that are in no navigation; `hidden: true` pages stay. */
  excludeOrphans?: boolean | undefined;
  /** Whether agent pull requests are drafts unless the job says otherwise. */
  asDraft?: boolean | undefined;
}

export interface DeleteProjectInput {
  /** Project. */
  projectId: string;
}

export interface CreateApiKeyInput {
  name: string;
  /** Default: those of the key that asks, which can give no others. A key with `webhooks:write` has the jobs of every project told to it, with their prompts and links. */
  scopes?: Array<'admin' | 'agent-jobs:read' | 'agent-jobs:write' | 'exports:read' | 'exports:write' | 'deployments:read' | 'deployments:write' | 'projects:read' | 'projects:write' | 'api-keys:read' | 'api-keys:write' | 'organization:read' | 'organization:write' | 'repositories:read' | 'repositories:write' | 'webhooks:read' | 'webhooks:write' | 'metrics:read' | 'members:read' | 'members:write' | 'audit:read' | 'system:read' | 'discovery:read' | 'analytics:read' | 'analytics:write' | 'analytics-events:write'> | undefined;
  /** Default: all projects. A key that is bound to projects reaches nothing that the organization shares: keys, repositories, settings. */
  projectIds?: string[] | null | undefined;
  /** Default: when the key that asks ends; never for one without an end, and for people. RFC 3339, UTC, milliseconds. */
  expiresAt?: string | null | undefined;
}

export interface RollApiKeyInput {
  /** API key. */
  id: string;
  /** How long the old key keeps working. */
  overlapSeconds?: number | undefined;
}

export interface RevokeApiKeyInput {
  /** API key. */
  id: string;
}

export interface UpdateOrganizationInput {
  name?: string | undefined;
  /** Only what it is already: another is refused, for the operator sets it. */
  plan?: 'free' | 'pro' | 'enterprise' | undefined;
}

export interface GetAgentSettingsInput {
  /** Project. */
  projectId: string;
}

export interface UpdateAgentSettingsInput {
  /** Project. */
  projectId: string;
  /** What the agent is told on style and terms. It can’t change what the tools allow. */
  instructions?: string | undefined;
  /** Style guides: .md, .mdx and .txt files of the repository, from its root, that are read from the base commit and given to the agent besides AGENTS.md. */
  guidePaths?: string[] | undefined;
  /** Labels of agent pull requests. */
  labels?: string[] | undefined;
  /** User names on the code host that are asked to review agent pull requests. */
  reviewers?: string[] | undefined;
  /** `as_asked`: as the project and the job say. `on_new_warnings`: also when the docs gate found new warnings. `always`. */
  drafts?: 'as_asked' | 'on_new_warnings' | 'always' | undefined;
  /** Whether the agent may change .js, .jsx and .tsx files, which run in readers’ browsers. */
  allowScripts?: boolean | undefined;
  /** Globs, from the docs folder, of files that the agent may not change, besides those that it never may. */
  denyPaths?: string[] | undefined;
  /** Host names, in lower case, that `fetch_url` may ask. Empty: the agent has no such tool. */
  fetchHosts?: string[] | undefined;
  /** Globs, from the docs folder, of the only files that the agent may change. Files that are no documentation need a glob that ends in their ending. */
  allowPaths?: string[] | null | undefined;
  /** `null` takes a limit back to its default. */
  limits?: {
    /** Answers of the model in a turn. */
    maxSteps?: number | null | undefined;
    /** Changed files of a job. */
    maxFiles?: number | null | undefined;
    /** Files that a job may change by a rule over many files, besides maxFiles. */
    maxMechanicalFiles?: number | null | undefined;
    /** Size of the diff of a job. */
    maxPatchBytes?: number | null | undefined;
    /** Size of a changed file. */
    maxFileBytes?: number | null | undefined;
    /** Active time of a turn. */
    maxDurationMs?: number | null | undefined;
    /** Tokens of a turn, both ways together. */
    maxTokens?: number | null | undefined;
    /** Cost of a turn in US dollars. Binds where the model’s prices are known. */
    maxCostUsd?: number | null | undefined;
    /** Answers to the findings of the docs gate. */
    maxRepairRounds?: number | null | undefined;
  } | undefined;
}

export interface GetProjectModelsInput {
  /** Project. */
  projectId: string;
}

export interface SetProjectModelsInput {
  /** Project. */
  projectId: string;
  /** The first is asked; each further one when those before it can’t answer. Empty: the installation’s write, as without settings. */
  models: Array<{
    /** `openai` speaks Responses, `openai-chat` Chat Completions, `openai-compatible` Chat Completions at any base URL, `ollama`, `lmstudio`, `llamacpp` and `vllm` the same at the usual address of that server on the service’s machine. */
    provider: 'builtin' | 'anthropic' | 'openai' | 'openai-chat' | 'openai-compatible' | 'google' | 'bedrock' | 'azure' | 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm';
    /** The provider’s name of the model; the deployment’s name for `azure`; `rules-1` for `builtin`. */
    model: string;
    /** Address of the API. Needed for `openai-compatible` and `azure`. */
    baseUrl?: string | undefined;
    /** Needed for `bedrock`. */
    region?: string | undefined;
    /** Key of the provider; for `bedrock` a Bedrock API key. Never given back. */
    apiKey?: string | undefined;
    /** `bedrock` only, instead of `apiKey`. Never given back. */
    accessKeyId?: string | undefined;
    /** `bedrock` only. Never given back. */
    secretAccessKey?: string | undefined;
    /** `bedrock` only. Never given back. */
    sessionToken?: string | undefined;
    prices?: {
      /** US dollars for a million input tokens. */
      inputUsdPerMillion: number;
      /** US dollars for a million output tokens. */
      outputUsdPerMillion: number;
      /** The same for tokens read from the provider’s cache. Default: as input. */
      cachedInputUsdPerMillion?: number | undefined;
    } | undefined;
  }>;
  /** Model that compares what readers search for with the sections of the live site by meaning. Null: the installation’s, where it has one. Left out: as it is. */
  embedding?: {
    /** `openai` speaks Responses, `openai-chat` Chat Completions, `openai-compatible` Chat Completions at any base URL, `ollama`, `lmstudio`, `llamacpp` and `vllm` the same at the usual address of that server on the service’s machine. */
    provider: 'builtin' | 'anthropic' | 'openai' | 'openai-chat' | 'openai-compatible' | 'google' | 'bedrock' | 'azure' | 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm';
    /** The provider’s name of the model; the deployment’s name for `azure`; `rules-1` for `builtin`. */
    model: string;
    /** Address of the API. Needed for `openai-compatible` and `azure`. */
    baseUrl?: string | undefined;
    /** Needed for `bedrock`. */
    region?: string | undefined;
    /** Key of the provider; for `bedrock` a Bedrock API key. Never given back. */
    apiKey?: string | undefined;
    /** `bedrock` only, instead of `apiKey`. Never given back. */
    accessKeyId?: string | undefined;
    /** `bedrock` only. Never given back. */
    secretAccessKey?: string | undefined;
    /** `bedrock` only. Never given back. */
    sessionToken?: string | undefined;
    prices?: {
      /** US dollars for a million input tokens. */
      inputUsdPerMillion: number;
      /** US dollars for a million output tokens. */
      outputUsdPerMillion: number;
      /** The same for tokens read from the provider’s cache. Default: as input. */
      cachedInputUsdPerMillion?: number | undefined;
    } | undefined;
  } | null | undefined;
}

export interface DeleteProjectModelsInput {
  /** Project. */
  projectId: string;
}

export interface TestProjectModelsInput {
  /** Project. */
  projectId: string;
  /** One of the project’s, as `provider/model`. */
  model?: string | undefined;
}

export interface GetAssistantSettingsInput {
  /** Project. */
  projectId: string;
}

export interface UpdateAssistantSettingsInput {
  /** Project. */
  projectId: string;
  /** Whether questions are answered, at the live site and by the API. Its pages show the assistant where they were built with `features.assistant`. */
  enabled?: boolean | undefined;
  /** Title of the panel. Empty: the one of the page’s language. */
  name?: string | undefined;
  /** What an empty panel says. Empty: as for the name. */
  greeting?: string | undefined;
  /** Questions that an empty panel offers. */
  starters?: string[] | undefined;
  /** `builtin/extracts-1`: passages of the pages, word for word. `project`: the models that are set at `/v1/projects/{projectId}/models`, with their keys; where they are deleted, passages again. */
  model?: 'builtin/extracts-1' | 'project' | undefined;
  /** For the model, on terms and names. No place for secrets. */
  instructions?: string | undefined;
  /** How the model writes. */
  tone?: 'neutral' | 'friendly' | 'formal' | undefined;
  /** Messages of one client address at the live site, and with public keys. */
  messagesPerMinute?: number | undefined;
  /** What the models may cost in a calendar month of UTC. Then passages of the pages answer. Null: no bound. With a budget, models without prices are not asked. */
  monthlyBudgetUsd?: number | null | undefined;
  /** The same for the questions of one visitor in a day of UTC. */
  visitorDailyBudgetUsd?: number | null | undefined;
  /** How long threads are kept. 0: nothing is stored, and what was is deleted. */
  retentionDays?: number | undefined;
  fallback?: {
    /** `Ask our support` */
    label: string;
    /** Begins with `https:` or `mailto:`. */
    url: string;
  } | null | undefined;
}

export interface ListAssistantQuestionsInput {
  /** Project. */
  projectId: string;
  /** Text in questions or answers, in any case. */
  q?: string | undefined;
  outcome?: 'answered' | 'unanswered' | 'failed' | undefined;
  rating?: 'up' | 'down' | undefined;
  conversationId?: string | undefined;
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface ExportAssistantQuestionsInput {
  /** Project. */
  projectId: string;
  format?: 'csv' | 'jsonl' | undefined;
  /** Text in questions or answers, in any case. */
  q?: string | undefined;
  outcome?: 'answered' | 'unanswered' | 'failed' | undefined;
  rating?: 'up' | 'down' | undefined;
  conversationId?: string | undefined;
}

export interface DeleteAssistantConversationInput {
  /** Project. */
  projectId: string;
  /** Conversation. */
  conversationId: string;
}

export interface DeleteAssistantConversationsInput {
  /** Project. */
  projectId: string;
}

export interface CheckRepositoryInput {
  /** As for a project. */
  repository: string;
  /** Default: the repository’s own default branch. */
  branch?: string | undefined;
  /** Default: the folders with docs.json are looked for. */
  docsFolder?: string | undefined;
}

export interface CreateRepositoryInput {
  /** Unique in the organization: the name in `cloneUrl`. */
  name: string;
  /** Default: `main`. */
  defaultBranch?: string | undefined;
  /** `starter` begins with a small site to write on. */
  template?: 'empty' | 'starter' | undefined;
}

export interface ListRepositoriesInput {
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface GetRepositoryInput {
  /** Name of the repository. */
  name: string;
}

export interface CreateRepositoryCommitInput {
  /** Name of the repository. */
  name: string;
  /** Default: the default branch. A branch that does not exist is created from the default branch. */
  branch?: string | undefined;
  /** Message of the commit. */
  message: string;
  /** What changes; all other files stay as they are. */
  files: Array<{
    /** From the root of the repository. */
    path: string;
    /** The whole file; null deletes it. */
    content: string | null;
    /** How `content` stands for the bytes of the file. */
    encoding?: 'utf-8' | 'base64' | undefined;
  }>;
  /** The commit that the branch must be at. Without, the files are laid over whatever it is at. */
  expectedHead?: string | undefined;
}

export interface RevokeRepositoryLinksInput {
  /** Name of the repository. */
  name: string;
}

export interface DeleteRepositoryInput {
  /** Name of the repository. */
  name: string;
}

export interface CreateWebhookEndpointInput {
  /** Where events are posted to: https, without user name and password, at a public address. */
  url: string;
  /** `standard`: the event by the Standard Webhooks rules. The others: a message for the incoming webhook of a chat, whose address is a secret and shown shortened. */
  format?: 'standard' | 'slack' | 'discord' | 'teams' | undefined;
  description?: string | undefined;
  /** Events that are sent. Null: all, later kinds too. */
  events?: Array<'agent.job.completed' | 'agent.job.failed' | 'static-export.job.completed' | 'static-export.job.failed' | 'deployment.ready' | 'deployment.failed' | 'deployment.activated' | 'feedback.created' | 'budget.threshold_reached'> | null | undefined;
  /** Projects whose events are sent. Null: all, later ones too. */
  projectIds?: string[] | null | undefined;
}

export interface GetWebhookEndpointInput {
  /** Webhook endpoint. */
  id: string;
}

export interface UpdateWebhookEndpointInput {
  /** Webhook endpoint. */
  id: string;
  /** Where events are posted to: https, without user name and password, at a public address. */
  url?: string | undefined;
  /** `standard`: the event by the Standard Webhooks rules. The others: a message for the incoming webhook of a chat, whose address is a secret and shown shortened. */
  format?: 'standard' | 'slack' | 'discord' | 'teams' | undefined;
  description?: string | undefined;
  /** Events that are sent. Null: all, later kinds too. */
  events?: Array<'agent.job.completed' | 'agent.job.failed' | 'static-export.job.completed' | 'static-export.job.failed' | 'deployment.ready' | 'deployment.failed' | 'deployment.activated' | 'feedback.created' | 'budget.threshold_reached'> | null | undefined;
  /** Projects whose events are sent. Null: all, later ones too. */
  projectIds?: string[] | null | undefined;
  /** False: nothing is sent, and what waits to be sent again is given up. */
  enabled?: boolean | undefined;
}

export interface DeleteWebhookEndpointInput {
  /** Webhook endpoint. */
  id: string;
}

export interface RotateWebhookSecretInput {
  /** Webhook endpoint. */
  id: string;
  /** How long events are signed with the old secret too. */
  overlapSeconds?: number | undefined;
}

export interface TestWebhookEndpointInput {
  /** Webhook endpoint. */
  id: string;
}

export interface ListWebhookDeliveriesInput {
  /** Webhook endpoint. */
  id: string;
  status?: 'pending' | 'succeeded' | 'failed' | undefined;
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface GetWebhookDeliveryInput {
  /** Webhook endpoint. */
  id: string;
  /** Delivery. */
  deliveryId: string;
}

export interface ReplayWebhookDeliveryInput {
  /** Webhook endpoint. */
  id: string;
  /** Delivery. */
  deliveryId: string;
}

export interface CreateCodeHostInput {
  /** `gitea` is Forgejo too. */
  kind: 'github' | 'gitlab' | 'gitea' | 'bitbucket';
  /** Address of the code host: `https://git.example.com`. Default: `https://github.com`, `https://gitlab.com` or `https://bitbucket.org`; a Gitea or Forgejo has none. */
  webUrl?: string | undefined;
  /** GitHub and Bitbucket: address of the API, where it is not the usual one. GitHub Enterprise Server has it at `/api/v3`. */
  apiUrl?: string | undefined;
  /** Owner, organization, group or workspace that the credential is for. Default: all of the host. Bitbucket needs its workspace. */
  account?: string | undefined;
  name?: string | undefined;
  /** Access token. It is sealed, and never shown. */
  token?: string | undefined;
  /** Bitbucket with the API token of a person: their email address. */
  user?: string | undefined;
  /** GitHub: id of an App, in place of a token. */
  appId?: string | undefined;
  /** GitHub: private key of the App, as a PEM file. It is sealed, and never shown. */
  privateKey?: string | undefined;
}

export interface GetCodeHostInput {
  /** Code host. */
  id: string;
}

export interface UpdateCodeHostInput {
  /** Code host. */
  id: string;
  name?: string | undefined;
  /** Access token. It is sealed, and never shown. */
  token?: string | undefined;
  /** Bitbucket with the API token of a person: their email address. */
  user?: string | undefined;
  /** GitHub: id of an App, in place of a token. */
  appId?: string | undefined;
  /** GitHub: private key of the App, as a PEM file. It is sealed, and never shown. */
  privateKey?: string | undefined;
}

export interface DeleteCodeHostInput {
  /** Code host. */
  id: string;
  /** Also while projects depend on it. */
  force?: boolean | undefined;
}

export interface TestCodeHostInput {
  /** Code host. */
  id: string;
}

export interface StartGitHubAppInput {
  /** Address of a GitHub Enterprise Server. Default: `https://github.com`. */
  webUrl?: string | undefined;
  /** As for a code host. */
  apiUrl?: string | undefined;
  /** Organization on GitHub that is to own the App. Default: your own account there. */
  account?: string | undefined;
}

export interface CompleteGitHubAppInput {
  /** As GitHub sent it back. */
  code: string;
  /** As GitHub sent it back. */
  state: string;
  /** As the first step gave it. */
  verifier: string;
}

export interface ListHostedRepositoriesInput {
  /** Code host. */
  id: string;
  /** Part of `owner/name`; case doesn’t count. */
  search?: string | undefined;
}

export interface CreateCodeHostHookInput {
  /** Project. */
  projectId: string;
  /** Comments that become follow-ups: those that name the agent (`mention`), these and every review comment (`review`), or none (`off`). */
  followUps?: 'mention' | 'review' | 'off' | undefined;
  /** What a comment names the agent with, such as `@docwright`. */
  mention?: string | undefined;
  /** Make the webhook at the code host too, where the installation’s credential may. Default: false. */
  install?: boolean | undefined;
  /** A secret that the code host made, such as GitLab’s signing token. Default: one is made here. */
  secret?: string | undefined;
}

export interface ListCodeHostHooksInput {
  /** Project. */
  projectId: string;
}

export interface DeleteCodeHostHookInput {
  /** Project. */
  projectId: string;
  /** Hook. */
  id: string;
}

export interface ListCodeHostEventsInput {
  /** Project. */
  projectId: string;
  /** Hook. */
  id: string;
}

export interface ListMembersInput {
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface UpdateMemberInput {
  /** User. */
  userId: string;
  /** owner, admin, editor or viewer. */
  role: 'owner' | 'admin' | 'editor' | 'viewer';
}

export interface RemoveMemberInput {
  /** User. */
  userId: string;
}

export interface CreateInvitationInput {
  email: string;
  /** owner, admin, editor or viewer. */
  role: 'owner' | 'admin' | 'editor' | 'viewer';
  /** Whether to send the link too. Default: yes where mail is configured. */
  sendMail?: boolean | undefined;
}

export interface RevokeInvitationInput {
  /** Invitation. */
  invitationId: string;
}

export interface ListAuditEventsInput {
  /** Id of a user or key, or the name that it had. */
  actor?: string | undefined;
  /** An action, or the beginning of several: `project.`. */
  action?: string | undefined;
  /** Id or name of what it was done to. */
  target?: string | undefined;
  result?: 'success' | 'refused' | undefined;
  /** Not before. RFC 3339, UTC, milliseconds. */
  from?: string | undefined;
  /** Before. RFC 3339, UTC, milliseconds. */
  to?: string | undefined;
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface ExportAuditEventsInput {
  format: 'csv' | 'jsonl';
  /** Id of a user or key, or the name that it had. */
  actor?: string | undefined;
  /** An action, or the beginning of several: `project.`. */
  action?: string | undefined;
  /** Id or name of what it was done to. */
  target?: string | undefined;
  result?: 'success' | 'refused' | undefined;
  /** Not before. RFC 3339, UTC, milliseconds. */
  from?: string | undefined;
  /** Before. RFC 3339, UTC, milliseconds. */
  to?: string | undefined;
}

export interface GetOverviewInput {
  /** Only this project. */
  project?: string | undefined;
}

export interface SetStorageQuotaInput {
  /** ID or slug of the organization. */
  organization: string;
  /** 0: no quota. Null: the default of the installation (`DOCWRIGHT_STORAGE_QUOTA_MEGABYTES`). */
  megabytes: number | null;
}

export interface GetUsageInput {
  /** Such as `2026-11`; default: the current one. */
  month?: string | undefined;
}

export interface SetBudgetInput {
  /** A project; left out or null: the whole organization. */
  projectId?: string | null | undefined;
  /** US dollars a month. */
  usd: number;
  /** Percent; default: 50, 80 and 100. Empty: no alerts. */
  thresholds?: number[] | undefined;
  stopJobs?: boolean | undefined;
}

export interface DeleteBudgetInput {
  /** A project. */
  projectId?: string | undefined;
}

export interface ListNotificationsInput {
  /** Rows of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  /** True: only those that are not read. */
  unread?: boolean | undefined;
}

export interface ReadNotificationsInput {
  /** Those of others, and those that are gone, are passed over. */
  ids?: string[] | undefined;
  /** The newest that the person has seen: it and all that came before it. */
  upTo?: string | undefined;
}

export interface SetNotificationSettingsInput {
  /** Kinds that are left out stay as they are. */
  settings: Array<{
    kind: 'agent.job.ended' | 'deployment.failed' | 'budget.threshold_reached' | 'feedback.created' | 'member.joined' | 'webhook.disabled';
    inApp: boolean;
    mail: boolean;
  }>;
}

export interface PreviewStaticExportInput {
  /** Export job. */
  jobId: string;
}

export interface PreviewAgentJobInput {
  /** Project. */
  projectId: string;
  /** Agent job. */
  id: string;
}

export interface CompareStaticExportsInput {
  /** Export job. */
  jobId: string;
  /** Export job. */
  otherJobId: string;
}

/** One method for each operation of the API. */
export interface OperationMethods {
  /** Create an agent job. An agent edits the project’s repository in the background and opens a pull request. At most 100 accepted requests in any hour for each project. Errors of its own: `not_found`, `budget_spent`, `rate_limited`, `too_many_waiting`. */
  createAgentJob(input: CreateAgentJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Get an agent job. With `wait` the answer comes when the status leaves `active`, or after that many seconds. Errors of its own: `not_found`, `too_many_streams`. */
  getAgentJob(input: GetAgentJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Send a follow-up. The job becomes active again and continues on the same branch and pull request. At most 100 accepted follow-ups in any hour for each project. Errors of its own: `not_found`, `agent_job_archived`, `agent_job_active`, `rate_limited`, `too_many_waiting`. */
  sendAgentJobMessage(input: SendAgentJobMessageInput, options?: RequestOptions): Promise<AgentJob>;

  /** List agent jobs. Newest first. Errors of its own: `not_found`. */
  listAgentJobs(input: ListAgentJobsInput, options?: RequestOptions): Promise<AgentJobList>;

  /** List agent jobs of all projects. Newest first, of the projects that the key may use. */
  listAllAgentJobs(input?: ListAllAgentJobsInput, options?: RequestOptions): Promise<AgentJobList>;

  /** List or stream events. What the job did, oldest first. With `Accept: text/event-stream` the answer is a stream that ends with the turn and honours `Last-Event-ID`. Where the access to the job ends first, the last event is `access.ended`, whose data have `error`, `code` and `status`. Errors of its own: `not_found`, `too_many_streams`. */
  listAgentJobEvents(input: ListAgentJobEventsInput, options?: RequestOptions): Promise<AgentJobEventList>;

  /** Get the diff. The job’s edits against its base commit, so far, as a unified diff. Empty when there are none. Errors of its own: `not_found`. */
  getAgentJobDiff(input: GetAgentJobDiffInput, options?: RequestOptions): Promise<string>;

  /** Get lines of a changed file. Lines of a file that the diff has, as they are after the change: those around its hunks, which the diff leaves out. Errors of its own: `not_found`, `not_in_diff`. */
  getAgentJobDiffLines(input: GetAgentJobDiffLinesInput, options?: RequestOptions): Promise<AgentJobDiffLines>;

  /** Cancel an agent job. The job fails with `error.code` `cancelled`. A pull request that is there already stays. Errors of its own: `not_found`, `agent_job_not_active`. */
  cancelAgentJob(input: CancelAgentJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Archive an agent job. Final: an archived job takes no follow-up. Its pull request stays as it is, unless `closePullRequest` is true. Archiving it again changes nothing. Errors of its own: `not_found`, `agent_job_active`, `code_host_refused`. */
  archiveAgentJob(input: ArchiveAgentJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Merge the pull request. Merges the job’s pull request at its code host, if its head is still `headCommit`: by a merge commit, or as the repository allows. One that is merged with that head already is answered the same. Asks for `repositories:write`, as merging does everywhere. Errors of its own: `not_found`, `agent_job_active`, `no_pull_request`, `pull_request_moved`, `pull_request_ended`, `pull_request_conflict`, `pull_request_blocked`, `code_host_refused`. */
  mergeAgentJobPullRequest(input: MergeAgentJobPullRequestInput, options?: RequestOptions): Promise<AgentJobPullRequest>;

  /** Close the pull request. Closes the job’s pull request without merging it; its branch stays. Closing it again changes nothing. The job takes no follow-up while its pull request is closed. Errors of its own: `not_found`, `agent_job_active`, `no_pull_request`, `pull_request_ended`, `code_host_refused`. */
  closeAgentJobPullRequest(input: CloseAgentJobPullRequestInput, options?: RequestOptions): Promise<AgentJobPullRequest>;

  /** Comment on the pull request. Writes a comment for people. The agent takes none of it, whoever it mentions: what the agent is to do is sent as a follow-up. Errors of its own: `not_found`, `no_pull_request`, `code_host_refused`. */
  commentOnAgentJobPullRequest(input: CommentOnAgentJobPullRequestInput, options?: RequestOptions): Promise<PullRequestComment>;

  /** Start an export by domain. Renders the site of a domain to one archive in the background. Errors of its own: `storage_quota_exceeded`, `invalid_domain`, `unknown_domain`, `unknown_page`, `site_protected`, `plan_required`, `rate_limited`, `too_many_waiting`. */
  startStaticExport(input: StartStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** List exports. Newest first. Errors of its own: `invalid_domain`, `plan_required`. */
  listStaticExports(input?: ListStaticExportsInput, options?: RequestOptions): Promise<ExportJobList>;

  /** Get an export. Status, progress and, once completed, a fresh link. Errors of its own: `not_found`, `plan_required`. */
  getStaticExport(input: GetStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** Stream an export. A server-sent event with the job at each change, until it ends. With `Last-Event-ID` nothing is sent that was seen. Where the access to the job ends first, the last event is `access.ended`, whose data have `error`, `code` and `status`. Errors of its own: `not_found`, `plan_required`, `too_many_streams`. */
  streamStaticExport(input: StreamStaticExportInput, options?: RequestOptions): AsyncIterable<ServerSentEvent>;

  /** Get a link to the bundle. Creates a new presigned link. Older links keep working until they expire. The file is checked first. Errors of its own: `not_found`, `export_not_completed`, `bundle_missing`, `bundle_damaged`, `plan_required`. */
  createStaticExportBundle(input: CreateStaticExportBundleInput, options?: RequestOptions): Promise<Bundle>;

  /** Cancel an export. The job fails with `errorCode` `cancelled`. Errors of its own: `not_found`, `export_not_active`, `plan_required`. */
  cancelStaticExport(input: CancelStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** Start an export by project. One at a time for each project, and at most 10 in any hour for each organization. Errors of its own: `storage_quota_exceeded`, `not_found`, `unknown_page`, `site_protected`, `export_in_progress`, `plan_required`, `rate_limited`, `too_many_waiting`. */
  startProjectStaticExport(input: StartProjectStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** Get an export of a project. The same job as by its id alone. Errors of its own: `not_found`, `plan_required`. */
  getProjectStaticExport(input: GetProjectStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** Deploy to production. Builds the head of the project’s branch and makes it live. At most 10 in any 10 seconds for each organization. Errors of its own: `storage_quota_exceeded`, `not_found`, `site_not_live`, `rate_limited`, `too_many_waiting`. */
  updateProjectSite(input: UpdateProjectSiteInput, options?: RequestOptions): Promise<DeploymentTicket>;

  /** Deploy a preview. Builds the head of a branch, at an address of its own that stays the same for the branch. At most 5 a minute for each organization. Errors of its own: `storage_quota_exceeded`, `not_found`, `invalid_request`, `site_not_live`, `previews_off`, `rate_limited`, `too_many_waiting`. */
  createPreviewDeployment(input: CreatePreviewDeploymentInput, options?: RequestOptions): Promise<PreviewTicket>;

  /** Get the status of a deployment. What became of a deployment, by the id that its start was answered with. Errors of its own: `not_found`. */
  getDeploymentStatus(input: GetDeploymentStatusInput, options?: RequestOptions): Promise<Deployment>;

  /** List deployments. Newest first, without issues. Errors of its own: `not_found`. */
  listDeployments(input: ListDeploymentsInput, options?: RequestOptions): Promise<DeploymentList>;

  /** Get a deployment. With its issues and its log. Errors of its own: `not_found`. */
  getDeployment(input: GetDeploymentInput, options?: RequestOptions): Promise<Deployment>;

  /** Stream a deployment. A server-sent event with the deployment, its log and its durations at each change, until it ends. With `Last-Event-ID` nothing is sent that was seen. Where the access to the deployment ends first, the last event is `access.ended`, whose data have `error`, `code` and `status`. Errors of its own: `not_found`, `too_many_streams`. */
  streamDeployment(input: StreamDeploymentInput, options?: RequestOptions): AsyncIterable<ServerSentEvent>;

  /** Promote or roll back. Makes a deployment that is ready the live one: at every edge within a second, without a build. It stays until the branch’s head changes. A preview’s deployment goes live as it was built: as a new deployment of production, whose id the answer has. Errors of its own: `not_found`, `deployment_not_ready`, `site_not_live`. */
  promoteDeployment(input: PromoteDeploymentInput, options?: RequestOptions): Promise<Deployment>;

  /** Cancel a deployment. It fails with `errorCode` `cancelled`; what is live stays. Errors of its own: `not_found`, `deployment_not_active`. */
  cancelDeployment(input: CancelDeploymentInput, options?: RequestOptions): Promise<Deployment>;

  /** Get a link to a preview. A preview that others than this machine can reach opens with such a link alone. Give it only to those who may read the branch. Errors of its own: `not_found`, `site_not_live`. */
  createPreviewLink(input: CreatePreviewLinkInput, options?: RequestOptions): Promise<PreviewLink>;

  /** Delete a preview. Its address answers no longer, and its deployments go. A later push to the branch makes a new one. Errors of its own: `not_found`, `site_not_live`. */
  deletePreview(input: DeletePreviewInput, options?: RequestOptions): Promise<void>;

  /** Get the live site. Address, what is live, previews and settings. Errors of its own: `not_found`, `site_not_live`. */
  getSite(input: GetSiteInput, options?: RequestOptions): Promise<Site>;

  /** Change the live site. With `published: false` nothing of the site is answered until it is true again, whatever is pushed. Another `basePath` starts a production deployment; previews have it from their next one on. Errors of its own: `not_found`, `site_not_live`. */
  updateSite(input: UpdateSiteInput, options?: RequestOptions): Promise<Site>;

  /** Set a password of the previews. A new one, or another in place of the one with this label: whoever came in by that has to enter the new one. Asked for where `previewAccess` is `password`. At most 20 a project. Errors of its own: `not_found`, `site_not_live`, `weak_password`, `preview_password_limit`. */
  setPreviewPassword(input: SetPreviewPasswordInput, options?: RequestOptions): Promise<NewPreviewPassword>;

  /** Delete a password of the previews. Whoever came in by it is out. Errors of its own: `not_found`, `site_not_live`. */
  deletePreviewPassword(input: DeletePreviewPasswordInput, options?: RequestOptions): Promise<void>;

  /** List sites that were taken down. Of all organizations. For the operator’s organization only. */
  listTakedowns(options?: RequestOptions): Promise<TakedownList>;

  /** Take a site down. Of whichever organization, with its previews: at every edge within a second readers get the status and the reason, until it is lifted, whatever is pushed or published. For the operator’s organization only. Errors of its own: `not_found`. */
  takeDownSite(input: TakeDownSiteInput, options?: RequestOptions): Promise<Takedown>;

  /** Lift a takedown. The site is answered again as its project says. For the operator’s organization only. Errors of its own: `not_found`. */
  liftTakedown(input: LiftTakedownInput, options?: RequestOptions): Promise<void>;

  /** List open pull requests. As the service knows them for previews, newest first, at most 200. Errors of its own: `not_found`. */
  listPullRequests(input: ListPullRequestsInput, options?: RequestOptions): Promise<SitePullRequestList>;

  /** Approve the preview of a fork’s head. Lets this very commit of a pull request from a fork be built as a preview, in the sandbox of every build, without assistant, analytics and playground. A later head needs another approval. Errors of its own: `not_found`, `invalid_request`, `site_not_live`, `previews_off`, `pull_request_moved`. */
  approvePullRequest(input: ApprovePullRequestInput, options?: RequestOptions): Promise<SitePullRequest>;

  /** Get golden questions. Queries with the page that answers each: every preview is compared by them with the live site. Errors of its own: `not_found`. */
  getSearchChecks(input: GetSearchChecksInput, options?: RequestOptions): Promise<SearchChecks>;

  /** Set golden questions. At most 50. The next preview is compared by them. Errors of its own: `not_found`, `invalid_request`. */
  setSearchChecks(input: SetSearchChecksInput, options?: RequestOptions): Promise<SearchChecks>;

  /** Compare a preview’s search with the live site. What a preview’s search finds for the project’s golden questions and for what readers ask most, and what the live site found when the preview was built. Errors of its own: `not_found`. */
  getSearchComparison(input: GetSearchComparisonInput, options?: RequestOptions): Promise<SearchComparison>;

  /** Search a live site. Best passages first, one for each page. With a public key of the project, from its allowed origins, or with any key that has `discovery:read`. What the project does not publish answers 404, as do sites of others. Errors of its own: `site_unreadable`, `rate_limited`. */
  searchDiscovery(input: SearchDiscoveryInput, options?: RequestOptions): Promise<DiscoveryHit[]>;

  /** Read a page of a live site. As Markdown. With a public key of the project, from its allowed origins, or with any key that has `discovery:read`. What the project does not publish answers 404, as do sites of others. Errors of its own: `site_unreadable`, `rate_limited`. */
  readDiscoveryPage(input: ReadDiscoveryPageInput, options?: RequestOptions): Promise<DiscoveryPage>;

  /** Ask a live site’s assistant. It answers from the pages of the live deployment, with its sources. A message that a visitor (`fp`) sends again in its thread, with the same id and question, gets the same answer and counts once. With a public key of the project, from its allowed origins, or with any key that has `discovery:read`. What the project does not publish answers 404, as do sites of others. Errors of its own: `assistant_off`, `assistant_busy`, `assistant_message_in_progress`, `site_unreadable`, `rate_limited`. */
  sendAssistantMessage(input: SendAssistantMessageInput, options?: RequestOptions): Promise<AssistantAnswer>;

  /** Read a visitor’s thread. For the visitor and the site that asked, by a key of the same kind, public or not; 404 otherwise. With a public key of the project, from its allowed origins, or with any key that has `discovery:read`. What the project does not publish answers 404, as do sites of others. Errors of its own: `rate_limited`. */
  getAssistantThread(input: GetAssistantThreadInput, options?: RequestOptions): Promise<AssistantThread>;

  /** Send a message to the MCP server. The Model Context Protocol over streamable HTTP, without sessions. `tools/list` names the tools that the key may use: each is an operation of this API, with its scope, limits and errors. Sessions of the dashboard are not taken. */
  sendMcpMessage(input: SendMcpMessageInput, options?: RequestOptions): Promise<McpAnswer>;

  /** Count views of pages. Of the live site, the most viewed pages first. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsViews(input: GetAnalyticsViewsInput, options?: RequestOptions): Promise<AnalyticsViews>;

  /** Count visitors. The sum of each day’s visitors: nobody is recognized on another day. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsVisitors(input: GetAnalyticsVisitorsInput, options?: RequestOptions): Promise<AnalyticsVisitors>;

  /** List searches. What readers searched for in the site’s dialog, the most frequent first. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsSearches(input: GetAnalyticsSearchesInput, options?: RequestOptions): Promise<AnalyticsSearches>;

  /** Count views and visitors by day or hour. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsTimeseries(input: GetAnalyticsTimeseriesInput, options?: RequestOptions): Promise<AnalyticsTimeseries>;

  /** List where readers came from. Views by the host that linked to the page, the most first. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsReferrers(input: GetAnalyticsReferrersInput, options?: RequestOptions): Promise<AnalyticsReferrers>;

  /** List addresses without a page. What readers asked for in vain, the most frequent first. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsNotFound(input: GetAnalyticsNotFoundInput, options?: RequestOptions): Promise<AnalyticsNotFound>;

  /** List answers of the assistant. For as long as the project’s `retentionDays` keep them; with 0 there are none. Beyond 8 MiB of text a page has fewer rows than `limit`. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsAssistant(input: GetAnalyticsAssistantInput, options?: RequestOptions): Promise<AnalyticsAssistant>;

  /** Count who asked the assistant. Of the answers that the list above has. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsAssistantCallers(input: GetAnalyticsAssistantCallersInput, options?: RequestOptions): Promise<AnalyticsAssistantCallers>;

  /** Export web analytics. One row for each day and page, query, address, code block, operation or agents’ read; of `feedback` one for each, newest first. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  exportAnalytics(input: ExportAnalyticsInput, options?: RequestOptions): Promise<string>;

  /** List links to other sites that were followed. The most frequent first. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsOutlinks(input: GetAnalyticsOutlinksInput, options?: RequestOptions): Promise<AnalyticsOutlinks>;

  /** List code blocks that were copied. By their button, the most frequent first. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsCodeCopies(input: GetAnalyticsCodeCopiesInput, options?: RequestOptions): Promise<AnalyticsCodeCopies>;

  /** List calls of the API playground. By operation and kind of answer, the most frequent first. Nothing is known of what readers sent, to which host and with which key. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsPlaygroundCalls(input: GetAnalyticsPlaygroundCallsInput, options?: RequestOptions): Promise<AnalyticsPlaygroundCalls>;

  /** List what agents read. Pages as Markdown or in full, `llms.txt`, `llms-full.txt` and tools of the site’s MCP server, the most frequent first. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsAgentReads(input: GetAnalyticsAgentReadsInput, options?: RequestOptions): Promise<AnalyticsAgentReads>;

  /** List readers’ feedback. On pages of the live site and their code blocks, newest first. It counts as a call of web analytics. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  listFeedback(input: ListFeedbackInput, options?: RequestOptions): Promise<FeedbackList>;

  /** Count feedback by page. The pages that were the least helpful first. It counts as a call of web analytics. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  countFeedbackByPage(input: CountFeedbackByPageInput, options?: RequestOptions): Promise<FeedbackByPage>;

  /** Change the status of feedback. What is not named stays. Errors of its own: `not_found`, `invalid_request`. */
  updateFeedback(input: UpdateFeedbackInput, options?: RequestOptions): Promise<Feedback>;

  /** Delete feedback. The words, the address and the thumb. Counts by page go down with it; backups that were made before have it. Errors of its own: `not_found`. */
  deleteFeedback(input: DeleteFeedbackInput, options?: RequestOptions): Promise<void>;

  /** List suggestions. What readers of the live site look for and do not find, from searches without a result, unanswered questions, feedback and missing addresses of the last 30 days. It counts as a call of web analytics. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  listSuggestions(input: ListSuggestionsInput, options?: RequestOptions): Promise<SuggestionList>;

  /** Dismiss a suggestion, or take that back. A dismissed suggestion stays so for 90 days, or as long as the installation keeps single events, however many readers meet it. Errors of its own: `not_found`, `invalid_request`, `suggestion_in_progress`. */
  updateSuggestion(input: UpdateSuggestionInput, options?: RequestOptions): Promise<Suggestion>;

  /** Make an agent job of a suggestion. The job gets the prompt, and the evidence beside it as quoted data. It counts as an agent job. A suggestion has one job at a time. A key needs `analytics:read` as well: without it there are no suggestions. Errors of its own: `not_found`, `invalid_request`, `budget_spent`, `rate_limited`, `too_many_waiting`, `suggestion_in_progress`. */
  createSuggestionJob(input: CreateSuggestionJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Show what readers did on a page. Of one page of the live site, for a range of days and as many days before. 404 where the site has no such page and nobody read it in these days. The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getAnalyticsPage(input: GetAnalyticsPageInput, options?: RequestOptions): Promise<AnalyticsPage>;

  /** Send what readers of your own host did. Events that `docwright host` has kept count as those of the live site, feedback lies in the inbox with its own, and questions to the assistant with their answers among its conversations. Each is looked at by itself: one that is refused keeps no other from being stored. What was answered is in the database, and the same batch again changes nothing. A body has at most 1 MiB. At most 3,600 batches an hour for each organization. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  sendAnalyticsEvents(input: SendAnalyticsEventsInput, options?: RequestOptions): Promise<TakenAnalyticsEvents>;

  /** Show the health of pages. Of the live site: links to other hosts that are broken, pages that nobody reads, pages that readers leave by searching, and pages that did not change for long. It counts as a call of web analytics. Errors of its own: `not_found`, `invalid_request`, `rate_limited`. */
  getPageHealth(input: GetPageHealthInput, options?: RequestOptions): Promise<PageHealth>;

  /** Create a public key. For pages elsewhere that search the project’s live site. Who asks holds `discovery:read` in the project, without an end. Errors of its own: `public_key_limit_reached`. */
  createPublicKey(input: CreatePublicKeyInput, options?: RequestOptions): Promise<PublicKey>;

  /** List public keys. Newest first, with the keys themselves, revoked ones too. */
  listPublicKeys(input: ListPublicKeysInput, options?: RequestOptions): Promise<PublicKeyList>;

  /** Change a public key. Its name and allowed origins; every replica knows within 5 seconds. Who asks holds `discovery:read` in the project, without an end. Errors of its own: `api_key_revoked`. */
  updatePublicKey(input: UpdatePublicKeyInput, options?: RequestOptions): Promise<PublicKey>;

  /** Roll a public key. A new key with the same name and origins; the old one ends after the overlap. Who asks holds `discovery:read` in the project, without an end. Errors of its own: `api_key_revoked`, `public_key_limit_reached`. */
  rollPublicKey(input: RollPublicKeyInput, options?: RequestOptions): Promise<PublicKey>;

  /** Revoke a public key. It stops working on every replica within 5 seconds. Who asks holds `discovery:read` in the project, without an end. */
  revokePublicKey(input: RevokePublicKeyInput, options?: RequestOptions): Promise<PublicKey>;

  /** Add a domain. The answer has the DNS records to set. The site answers at the domain once one of them proves whose it is. A domain that the project has already is answered as it is. Errors of its own: `not_found`, `invalid_domain`, `domain_limit_reached`, `site_not_live`. */
  addDomain(input: AddDomainInput, options?: RequestOptions): Promise<SiteDomain>;

  /** List domains. Domains at which the live site answers or is to answer, the first added first. Errors of its own: `not_found`, `site_not_live`. */
  listDomains(input: ListDomainsInput, options?: RequestOptions): Promise<SiteDomainList>;

  /** Get a domain. Its state and its records. Errors of its own: `not_found`, `site_not_live`. */
  getDomain(input: GetDomainInput, options?: RequestOptions): Promise<SiteDomain>;

  /** Remove a domain. The site answers at it no longer, and another project may prove it. Errors of its own: `not_found`, `site_not_live`. */
  removeDomain(input: RemoveDomainInput, options?: RequestOptions): Promise<void>;

  /** Check a domain. Looks at its DNS records now. At most 30 in any minute for each organization; by itself the service looks at a verified domain once a day. Errors of its own: `not_found`, `site_not_live`, `rate_limited`. */
  checkDomain(input: CheckDomainInput, options?: RequestOptions): Promise<SiteDomain>;

  /** Make a domain the primary one. Canonical links, sitemap and robots.txt name it after a deployment that this starts; the project’s other names lead to it at once. Errors of its own: `not_found`, `site_not_live`, `domain_not_verified`. */
  makeDomainPrimary(input: MakeDomainPrimaryInput, options?: RequestOptions): Promise<SiteDomain>;

  /** Create a project. A documentation site and its repository. Errors of its own: `invalid_repository`, `invalid_domain`, `domain_taken`, `project_limit_reached`. */
  createProject(input: CreateProjectInput, options?: RequestOptions): Promise<Project>;

  /** List projects. Newest first. */
  listProjects(input?: ListProjectsInput, options?: RequestOptions): Promise<ProjectList>;

  /** Get a project. Its settings. Errors of its own: `not_found`. */
  getProject(input: GetProjectInput, options?: RequestOptions): Promise<Project>;

  /** Change a project. Fields that are left out stay as they are. A key that is bound to projects changes neither repository nor branch, stays in the docs folder and takes no further domain. Errors of its own: `not_found`, `invalid_repository`, `invalid_domain`, `domain_taken`, `project_has_models`. */
  updateProject(input: UpdateProjectInput, options?: RequestOptions): Promise<Project>;

  /** Delete a project. With its jobs. The repository and its pull requests stay where they are. Errors of its own: `not_found`, `project_in_use`. */
  deleteProject(input: DeleteProjectInput, options?: RequestOptions): Promise<void>;

  /** Create an API key. The key is in this answer only. No key can make one that may do more than itself. An organization has at most 500 that work. Errors of its own: `api_key_limit_reached`. */
  createApiKey(input: CreateApiKeyInput, options?: RequestOptions): Promise<NewApiKey>;

  /** List API keys. Newest first, never the keys themselves. Those that were revoked or have expired are listed for 90 days. */
  listApiKeys(options?: RequestOptions): Promise<ApiKeyList>;

  /** Roll an API key. A new key with the same name, scopes, projects and end; the old one ends after the overlap. Who asks holds all of it. Errors of its own: `not_found`, `api_key_revoked`, `api_key_limit_reached`. */
  rollApiKey(input: RollApiKeyInput, options?: RequestOptions): Promise<NewApiKey>;

  /** Revoke an API key. It stops working on every replica within 5 seconds. Who asks holds its scopes and projects, and ends no earlier. Errors of its own: `not_found`. */
  revokeApiKey(input: RevokeApiKeyInput, options?: RequestOptions): Promise<ApiKey>;

  /** Get the key’s organization. Its name and plan. */
  getOrganization(options?: RequestOptions): Promise<Organization>;

  /** Change the key’s organization. Its name. The plan is set by the operator, on the machine of the installation. Errors of its own: `operator_only`. */
  updateOrganization(input?: UpdateOrganizationInput, options?: RequestOptions): Promise<Organization>;

  /** Get metrics. Of the whole installation, in the Prometheus text format. For the operator’s organization only. */
  getMetrics(options?: RequestOptions): Promise<string>;

  /** Is the process alive. Answers while the process runs, whatever it depends on. */
  getHealth(options?: RequestOptions): Promise<Health>;

  /** Can the process do its work. With database, migrations, job engine and blob store checked. 503 with the same body when it can’t. */
  getReadiness(options?: RequestOptions): Promise<Readiness>;

  /** Get a project’s agent settings. What its agent jobs are told and allowed, and how their pull requests are made. Defaults are filled in. Errors of its own: `not_found`. */
  getAgentSettings(input: GetAgentSettingsInput, options?: RequestOptions): Promise<AgentSettings>;

  /** Change a project’s agent settings. Fields that are left out stay as they are. They hold from the next turn on. Errors of its own: `not_found`. */
  updateAgentSettings(input: UpdateAgentSettingsInput, options?: RequestOptions): Promise<AgentSettings>;

  /** Get a project’s models. Its own, or the installation’s. Credentials are never given back, only which of them are set. Errors of its own: `not_found`. */
  getProjectModels(input: GetProjectModelsInput, options?: RequestOptions): Promise<ProjectModels>;

  /** Set a project’s models. Replaces the whole list. An entry without credentials keeps the credentials of the existing entry with the same provider, base URL and region. A key is never sent to an address that it was not entered for. Errors of its own: `not_found`, `model_settings_invalid`. */
  setProjectModels(input: SetProjectModelsInput, options?: RequestOptions): Promise<ProjectModels>;

  /** Delete a project’s models. With their credentials. The project has the installation’s model again. Errors of its own: `not_found`. */
  deleteProjectModels(input: DeleteProjectModelsInput, options?: RequestOptions): Promise<void>;

  /** Test a project’s models. Asks each for one tool call and an answer to its result, and says in one line whether that works. Errors of its own: `not_found`, `model_settings_invalid`. */
  testProjectModels(input: TestProjectModelsInput, options?: RequestOptions): Promise<ModelTests>;

  /** Get a project’s assistant settings. What the API answers with when it is asked at the project’s live site. Defaults are filled in. Errors of its own: `not_found`. */
  getAssistantSettings(input: GetAssistantSettingsInput, options?: RequestOptions): Promise<AssistantSettings>;

  /** Change a project’s assistant settings. Fields that are left out stay as they are. They hold from the next message on. `fallback` is a link below the answers that no page gives; null for none. Errors of its own: `not_found`, `model_settings_invalid`. */
  updateAssistantSettings(input: UpdateAssistantSettingsInput, options?: RequestOptions): Promise<AssistantSettings>;

  /** List what readers asked. Questions that the assistant has answered, newest first, for as long as the project’s `retentionDays` say. Errors of its own: `not_found`. */
  listAssistantQuestions(input: ListAssistantQuestionsInput, options?: RequestOptions): Promise<AssistantQuestionList>;

  /** Export what readers asked. All questions that the filters let through, newest first, as one file. Errors of its own: `not_found`. */
  exportAssistantQuestions(input: ExportAssistantQuestionsInput, options?: RequestOptions): Promise<string>;

  /** Delete a conversation. All questions and answers of a thread. Its visitor finds it no more either. Errors of its own: `not_found`. */
  deleteAssistantConversation(input: DeleteAssistantConversationInput, options?: RequestOptions): Promise<void>;

  /** Delete all conversations. All questions and answers of the project. Errors of its own: `not_found`. */
  deleteAssistantConversations(input: DeleteAssistantConversationsInput, options?: RequestOptions): Promise<void>;

  /** Check a repository before a project is made of it. Looks at address, access, permission, branch and docs folder, and says of each what was found and what is missing. Nothing is changed. */
  checkRepository(input: CheckRepositoryInput, options?: RequestOptions): Promise<RepositoryCheck>;

  /** Create a repository on the embedded code host. Empty, or with a starter site. Push to its `cloneUrl` with any user name and an API key as the password. Errors of its own: `storage_quota_exceeded`, `repository_taken`. */
  createRepository(input: CreateRepositoryInput, options?: RequestOptions): Promise<Repository>;

  /** List the repositories of the embedded code host. By name. */
  listRepositories(input?: ListRepositoriesInput, options?: RequestOptions): Promise<RepositoryList>;

  /** Get a repository of the embedded code host. Its addresses. Errors of its own: `not_found`. */
  getRepository(input: GetRepositoryInput, options?: RequestOptions): Promise<Repository>;

  /** Commit files to a repository of the embedded code host. For who has files and no git: the body may have 16 MiB, so a large folder takes several commits. The same request a second time changes nothing and makes no commit. Errors of its own: `storage_quota_exceeded`, `not_found`, `branch_changed`, `repository_damaged`. */
  createRepositoryCommit(input: CreateRepositoryCommitInput, options?: RequestOptions): Promise<RepositoryCommit>;

  /** End all links to a repository of the embedded code host. Links to its page and to its pull requests open nothing from now on, whoever has them; `webUrl` of the answer is a new one. Clones and pushes go by API keys and are not concerned. Errors of its own: `not_found`. */
  revokeRepositoryLinks(input: RevokeRepositoryLinksInput, options?: RequestOptions): Promise<Repository>;

  /** Delete a repository of the embedded code host. With its pull requests. A project that uses it must be deleted or moved first. Errors of its own: `not_found`, `repository_in_use`. */
  deleteRepository(input: DeleteRepositoryInput, options?: RequestOptions): Promise<void>;

  /** Create a webhook endpoint. Events are posted to it, signed by the Standard Webhooks rules. The secret is in this answer only. Errors of its own: `invalid_webhook_url`, `webhook_limit_reached`. */
  createWebhookEndpoint(input: CreateWebhookEndpointInput, options?: RequestOptions): Promise<NewWebhookEndpoint>;

  /** List webhook endpoints. Newest first, never their secrets. */
  listWebhookEndpoints(options?: RequestOptions): Promise<WebhookEndpointList>;

  /** Get a webhook endpoint. Its address, what it is sent, and whether it works. Errors of its own: `not_found`. */
  getWebhookEndpoint(input: GetWebhookEndpointInput, options?: RequestOptions): Promise<WebhookEndpoint>;

  /** Change a webhook endpoint. Fields that are left out stay as they are. `enabled: true` starts a disabled endpoint afresh. Errors of its own: `not_found`, `invalid_webhook_url`. */
  updateWebhookEndpoint(input: UpdateWebhookEndpointInput, options?: RequestOptions): Promise<WebhookEndpoint>;

  /** Delete a webhook endpoint. With its deliveries and their log. Errors of its own: `not_found`. */
  deleteWebhookEndpoint(input: DeleteWebhookEndpointInput, options?: RequestOptions): Promise<void>;

  /** Rotate an endpoint’s secret. A new secret, in this answer only. Until the overlap ends events carry signatures of both. Errors of its own: `not_found`. */
  rotateWebhookSecret(input: RotateWebhookSecretInput, options?: RequestOptions): Promise<NewWebhookEndpoint>;

  /** Send a test event. A `webhook.test` event, sent, signed and repeated as any other. Errors of its own: `not_found`, `webhook_disabled`. */
  testWebhookEndpoint(input: TestWebhookEndpointInput, options?: RequestOptions): Promise<WebhookDelivery>;

  /** List deliveries. Newest first. Ended ones are kept for 30 days. Errors of its own: `not_found`. */
  listWebhookDeliveries(input: ListWebhookDeliveriesInput, options?: RequestOptions): Promise<WebhookDeliveryList>;

  /** Get a delivery. What was sent, and each attempt with status, time and the beginning of the answer. Errors of its own: `not_found`. */
  getWebhookDelivery(input: GetWebhookDeliveryInput, options?: RequestOptions): Promise<WebhookDeliveryDetail>;

  /** Replay a delivery. Sends the same event again, as a delivery of its own with the same `webhook-id`. Errors of its own: `not_found`, `webhook_disabled`. */
  replayWebhookDelivery(input: ReplayWebhookDeliveryInput, options?: RequestOptions): Promise<WebhookDelivery>;

  /** Connect a code host. For the organization alone: what its credential reaches, its projects reach. The credential is tried first; one that is not accepted is not stored. Errors of its own: `invalid_code_host`, `code_host_refused`, `code_host_limit_reached`, `code_host_taken`. */
  createCodeHost(input: CreateCodeHostInput, options?: RequestOptions): Promise<ConnectedCodeHost>;

  /** List code hosts. Those of the organization, then those of the installation’s settings. Never a credential. */
  listCodeHosts(options?: RequestOptions): Promise<CodeHostList>;

  /** Get a code host. What was connected, what the last test found, and which projects depend on it. */
  getCodeHost(input: GetCodeHostInput, options?: RequestOptions): Promise<ConnectedCodeHost>;

  /** Change a code host. Its name or credential, never its address. A new credential is tried first, as for a new one. Errors of its own: `invalid_code_host`, `code_host_refused`. */
  updateCodeHost(input: UpdateCodeHostInput, options?: RequestOptions): Promise<ConnectedCodeHost>;

  /** Disconnect a code host. The credential is forgotten. While projects depend on it, only with `force`: their jobs fail until their repository is reached again. Errors of its own: `code_host_in_use`. */
  deleteCodeHost(input: DeleteCodeHostInput, options?: RequestOptions): Promise<void>;

  /** Test a code host. Whether its credential is accepted, and which permissions it lacks, each by name. */
  testCodeHost(input: TestCodeHostInput, options?: RequestOptions): Promise<ConnectedCodeHost>;

  /** Begin to make a GitHub App. The App is private, and its permissions are those that Docwright needs. It is made on GitHub’s own page; what GitHub sends back completes it, once, within an hour, for who began. Errors of its own: `invalid_code_host`, `code_host_limit_reached`, `code_host_taken`. */
  startGitHubApp(input?: StartGitHubAppInput, options?: RequestOptions): Promise<GitHubAppStart>;

  /** Complete a GitHub App. Exchanges the code that GitHub sent back for the App’s private key, which is sealed. Then the App is installed at `installUrl`. Errors of its own: `invalid_code_host`, `code_host_refused`, `code_host_limit_reached`, `code_host_taken`. */
  completeGitHubApp(input: CompleteGitHubAppInput, options?: RequestOptions): Promise<ConnectedCodeHost>;

  /** List repositories of a code host. Those that the credential reaches, by name: at most 1,000 are looked at. Errors of its own: `code_host_refused`. */
  listHostedRepositories(input: ListHostedRepositoriesInput, options?: RequestOptions): Promise<HostedRepositoryList>;

  /** Create a code host hook. Address and secret to enter as a webhook of the project’s repository, so that comments on the agent’s pull requests become follow-ups. Needs `agent-jobs:write` too. Errors of its own: `not_found`, `code_host_without_hooks`. */
  createCodeHostHook(input: CreateCodeHostHookInput, options?: RequestOptions): Promise<NewCodeHostHook>;

  /** List code host hooks. Oldest first, never their secrets. Errors of its own: `not_found`. */
  listCodeHostHooks(input: ListCodeHostHooksInput, options?: RequestOptions): Promise<CodeHostHookList>;

  /** Delete a code host hook. Its address answers 404 from then on. Needs `agent-jobs:write` too. Errors of its own: `not_found`. */
  deleteCodeHostHook(input: DeleteCodeHostHookInput, options?: RequestOptions): Promise<void>;

  /** List what a code host told. The newest 100, each with what became of it and why. Errors of its own: `not_found`. */
  listCodeHostEvents(input: ListCodeHostEventsInput, options?: RequestOptions): Promise<CodeHostEventList>;

  /** Who asks. The user or key of the request, its organizations, and the scopes that it holds. */
  getMe(options?: RequestOptions): Promise<Me>;

  /** List members. The people of the organization, in the order in which they joined. */
  listMembers(input?: ListMembersInput, options?: RequestOptions): Promise<MemberList>;

  /** Change a member’s role. Who asks holds every scope of the role that is given and of the one that is taken: only an owner makes or changes an owner. The last owner stays one. Errors of its own: `not_found`, `last_owner`. */
  updateMember(input: UpdateMemberInput, options?: RequestOptions): Promise<Member>;

  /** Remove a member. The person’s sessions lose the organization at once. Keys that the person made stay. Errors of its own: `not_found`, `last_owner`. */
  removeMember(input: RemoveMemberInput, options?: RequestOptions): Promise<void>;

  /** List invitations. Those that are open, newest first. */
  listInvitations(options?: RequestOptions): Promise<InvitationList>;

  /** Invite a person. Makes a link, good once, to hand over or to have sent. An open invitation of the same address is replaced. At most 500 are open at a time. Errors of its own: `already_member`, `invitation_limit_reached`. */
  createInvitation(input: CreateInvitationInput, options?: RequestOptions): Promise<NewInvitation>;

  /** Withdraw an invitation. Its link stops working. Errors of its own: `not_found`. */
  revokeInvitation(input: RevokeInvitationInput, options?: RequestOptions): Promise<void>;

  /** List audit events. Who did what, newest first. */
  listAuditEvents(input?: ListAuditEventsInput, options?: RequestOptions): Promise<AuditEventList>;

  /** Export audit events. All events that the filters let through, newest first, as one file. */
  exportAuditEvents(input: ExportAuditEventsInput, options?: RequestOptions): Promise<string>;

  /** Get the installation’s state. Version, health, limits, retention, models and the feature table. No secret is in it. For the operator’s organization only. */
  getSystem(options?: RequestOptions): Promise<System>;

  /** Get an overview. What went on in the last 30 days: agent jobs by outcome, deployments, spend and failures, of the projects that the key may use. What the key has no scope for is null or left out. Errors of its own: `not_found`. */
  getOverview(input?: GetOverviewInput, options?: RequestOptions): Promise<Overview>;

  /** Set the storage quota of an organization. How much repositories, bundles and readers’ data of one organization may take. At the quota, pushes, commits, exports, deployments and previews are refused with `storage_quota_exceeded`; live sites and deletions continue. For the operator’s organization only. Errors of its own: `not_found`. */
  setStorageQuota(input: SetStorageQuotaInput, options?: RequestOptions): Promise<StorageQuota>;

  /** Get the usage of a month. What was started in a calendar month of UTC and what it cost, in all, by project and by who started the agent jobs, of the projects that the key may use. What is deleted, by hand or because its time is over, is not counted any more. */
  getUsage(input?: GetUsageInput, options?: RequestOptions): Promise<Usage>;

  /** List budgets. Monthly budgets for models, with what is spent of them. A key that is bound to projects sees those of its projects only. */
  listBudgets(options?: RequestOptions): Promise<BudgetList>;

  /** Set a budget. Of the organization or of one project; replaces the one that is there. Errors of its own: `not_found`. */
  setBudget(input: SetBudgetInput, options?: RequestOptions): Promise<Budget>;

  /** Delete a budget. Of the organization, or of the project that is named. Errors of its own: `not_found`. */
  deleteBudget(input?: DeleteBudgetInput, options?: RequestOptions): Promise<void>;

  /** List your notifications. Of the person who is signed in, in one organization, newest first. API keys have none. Errors of its own: `person_required`. */
  listNotifications(input?: ListNotificationsInput, options?: RequestOptions): Promise<NotificationList>;

  /** Mark your notifications as read. Those that are named, or all up to one. Errors of its own: `person_required`. */
  readNotifications(input?: ReadNotificationsInput, options?: RequestOptions): Promise<UnreadNotifications>;

  /** Get your notification settings. What the person who is signed in is told of in this organization, and how. Errors of its own: `person_required`. */
  getNotificationSettings(options?: RequestOptions): Promise<NotificationSettings>;

  /** Change your notification settings. They hold for what happens from then on. Errors of its own: `person_required`. */
  setNotificationSettings(input: SetNotificationSettingsInput, options?: RequestOptions): Promise<NotificationSettings>;

  /** Get a link to look at an export. The exported site as it is in the bundle, for looking at it in a frame. Errors of its own: `not_found`, `export_not_completed`, `bundle_missing`, `bundle_damaged`, `plan_required`. */
  previewStaticExport(input: PreviewStaticExportInput, options?: RequestOptions): Promise<SitePreview>;

  /** Get links to look at changed pages. Renders the pages that the job has changed, before and after. At most 50 pages, in the order of the files. Errors of its own: `not_found`, `preview_failed`. */
  previewAgentJob(input: PreviewAgentJobInput, options?: RequestOptions): Promise<AgentJobPreview>;

  /** Compare two exports. Pages that are in the first and not in the other, the other way round, and in both with other bytes. Errors of its own: `not_found`, `export_not_completed`, `bundle_missing`, `bundle_damaged`, `plan_required`. */
  compareStaticExports(input: CompareStaticExportsInput, options?: RequestOptions): Promise<StaticExportComparison>;
}

export const operationTable: Readonly<Record<keyof OperationMethods, OperationRow>> = {
  createAgentJob: { method: 'POST', path: '/v2/agent/{projectId}/job', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  getAgentJob: { method: 'GET', path: '/v2/agent/{projectId}/job/{id}', query: ['wait'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  sendAgentJobMessage: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/message', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  listAgentJobs: { method: 'GET', path: '/v2/agent/{projectId}/jobs', query: ['status', 'pullRequest', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  listAllAgentJobs: { method: 'GET', path: '/v2/agent/jobs', query: ['project', 'status', 'pullRequest', 'search', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  listAgentJobEvents: { method: 'GET', path: '/v2/agent/{projectId}/job/{id}/events', query: ['after'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAgentJobDiff: { method: 'GET', path: '/v2/agent/{projectId}/job/{id}/diff', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'text' },
  getAgentJobDiffLines: { method: 'GET', path: '/v2/agent/{projectId}/job/{id}/diff/lines', query: ['path', 'from', 'to'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  cancelAgentJob: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/cancel', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  archiveAgentJob: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/archive', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  mergeAgentJobPullRequest: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/pull-request/merge', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  closeAgentJobPullRequest: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/pull-request/close', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  commentOnAgentJobPullRequest: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/pull-request/comments', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  startStaticExport: { method: 'POST', path: '/v1/static-export/jobs', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  listStaticExports: { method: 'GET', path: '/v1/static-export/jobs', query: ['project', 'domain', 'status', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getStaticExport: { method: 'GET', path: '/v1/static-export/jobs/{jobId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  streamStaticExport: { method: 'GET', path: '/v1/static-export/jobs/{jobId}/events', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'events' },
  createStaticExportBundle: { method: 'POST', path: '/v1/static-export/jobs/{jobId}/bundle', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  cancelStaticExport: { method: 'POST', path: '/v1/static-export/jobs/{jobId}/cancel', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  startProjectStaticExport: { method: 'POST', path: '/v1/static-export/{projectId}/jobs', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  getProjectStaticExport: { method: 'GET', path: '/v1/static-export/{projectId}/jobs/{jobId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateProjectSite: { method: 'POST', path: '/v1/project/update/{projectId}', query: [], hasBody: false, idempotent: true, needsKey: true, answer: 'json' },
  createPreviewDeployment: { method: 'POST', path: '/v1/project/preview/{projectId}', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  getDeploymentStatus: { method: 'GET', path: '/v1/project/update-status/{statusId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  listDeployments: { method: 'GET', path: '/v1/projects/{projectId}/deployments', query: ['environment', 'branch', 'status', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getDeployment: { method: 'GET', path: '/v1/projects/{projectId}/deployments/{deploymentId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  streamDeployment: { method: 'GET', path: '/v1/projects/{projectId}/deployments/{deploymentId}/events', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'events' },
  promoteDeployment: { method: 'POST', path: '/v1/projects/{projectId}/deployments/{deploymentId}/promote', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  cancelDeployment: { method: 'POST', path: '/v1/projects/{projectId}/deployments/{deploymentId}/cancel', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  createPreviewLink: { method: 'POST', path: '/v1/projects/{projectId}/previews/{branch}/link', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  deletePreview: { method: 'DELETE', path: '/v1/projects/{projectId}/previews/{branch}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  getSite: { method: 'GET', path: '/v1/projects/{projectId}/site', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateSite: { method: 'PATCH', path: '/v1/projects/{projectId}/site', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  setPreviewPassword: { method: 'PUT', path: '/v1/projects/{projectId}/preview-passwords/{label}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  deletePreviewPassword: { method: 'DELETE', path: '/v1/projects/{projectId}/preview-passwords/{label}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  listTakedowns: { method: 'GET', path: '/v1/takedowns', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  takeDownSite: { method: 'POST', path: '/v1/takedowns', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  liftTakedown: { method: 'DELETE', path: '/v1/takedowns', query: ['site'], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  listPullRequests: { method: 'GET', path: '/v1/projects/{projectId}/pull-requests', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  approvePullRequest: { method: 'POST', path: '/v1/projects/{projectId}/pull-requests/{number}/approve', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getSearchChecks: { method: 'GET', path: '/v1/projects/{projectId}/search-checks', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  setSearchChecks: { method: 'PUT', path: '/v1/projects/{projectId}/search-checks', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getSearchComparison: { method: 'GET', path: '/v1/projects/{projectId}/deployments/{deploymentId}/search-comparison', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  searchDiscovery: { method: 'POST', path: '/discovery/v1/search/{domain}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  readDiscoveryPage: { method: 'POST', path: '/discovery/v1/page/{domain}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  sendAssistantMessage: { method: 'POST', path: '/discovery/v2/assistant/{domain}/message', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getAssistantThread: { method: 'GET', path: '/discovery/v2/assistant/{domain}/threads/{threadId}', query: ['fp'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  sendMcpMessage: { method: 'POST', path: '/v1/mcp', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsViews: { method: 'GET', path: '/v1/analytics/{projectId}/views', query: ['dateFrom', 'dateTo', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsVisitors: { method: 'GET', path: '/v1/analytics/{projectId}/visitors', query: ['dateFrom', 'dateTo', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsSearches: { method: 'GET', path: '/v1/analytics/{projectId}/searches', query: ['dateFrom', 'dateTo', 'limit', 'withoutResult', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsTimeseries: { method: 'GET', path: '/v1/analytics/{projectId}/timeseries', query: ['dateFrom', 'dateTo', 'interval'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsReferrers: { method: 'GET', path: '/v1/analytics/{projectId}/referrers', query: ['dateFrom', 'dateTo', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsNotFound: { method: 'GET', path: '/v1/analytics/{projectId}/not-found', query: ['dateFrom', 'dateTo', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsAssistant: { method: 'GET', path: '/v1/analytics/{projectId}/assistant', query: ['dateFrom', 'dateTo', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsAssistantCallers: { method: 'GET', path: '/v1/analytics/{projectId}/assistant/caller-stats', query: ['dateFrom', 'dateTo'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  exportAnalytics: { method: 'GET', path: '/v1/analytics/{projectId}/export', query: ['kind', 'format', 'dateFrom', 'dateTo'], hasBody: false, idempotent: false, needsKey: true, answer: 'text' },
  getAnalyticsOutlinks: { method: 'GET', path: '/v1/analytics/{projectId}/outlinks', query: ['dateFrom', 'dateTo', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsCodeCopies: { method: 'GET', path: '/v1/analytics/{projectId}/code-copies', query: ['dateFrom', 'dateTo', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsPlaygroundCalls: { method: 'GET', path: '/v1/analytics/{projectId}/playground-calls', query: ['dateFrom', 'dateTo', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsAgentReads: { method: 'GET', path: '/v1/analytics/{projectId}/agent-reads', query: ['dateFrom', 'dateTo', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  listFeedback: { method: 'GET', path: '/v1/analytics/{projectId}/feedback', query: ['dateFrom', 'dateTo', 'source', 'status', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  countFeedbackByPage: { method: 'GET', path: '/v1/analytics/{projectId}/feedback/by-page', query: ['dateFrom', 'dateTo', 'limit'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateFeedback: { method: 'PATCH', path: '/v1/analytics/{projectId}/feedback/{feedbackId}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  deleteFeedback: { method: 'DELETE', path: '/v1/analytics/{projectId}/feedback/{feedbackId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  listSuggestions: { method: 'GET', path: '/v1/projects/{projectId}/suggestions', query: ['status', 'minVisitors', 'limit'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateSuggestion: { method: 'PATCH', path: '/v1/projects/{projectId}/suggestions/{suggestionId}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  createSuggestionJob: { method: 'POST', path: '/v1/projects/{projectId}/suggestions/{suggestionId}/job', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getAnalyticsPage: { method: 'GET', path: '/v1/analytics/{projectId}/page', query: ['path', 'dateFrom', 'dateTo', 'limit'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  sendAnalyticsEvents: { method: 'POST', path: '/v1/analytics/{projectId}/events', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getPageHealth: { method: 'GET', path: '/v1/projects/{projectId}/page-health', query: ['list', 'limit', 'offset'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  createPublicKey: { method: 'POST', path: '/v1/projects/{projectId}/public-keys', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  listPublicKeys: { method: 'GET', path: '/v1/projects/{projectId}/public-keys', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updatePublicKey: { method: 'PATCH', path: '/v1/projects/{projectId}/public-keys/{id}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  rollPublicKey: { method: 'POST', path: '/v1/projects/{projectId}/public-keys/{id}/roll', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  revokePublicKey: { method: 'POST', path: '/v1/projects/{projectId}/public-keys/{id}/revoke', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  addDomain: { method: 'POST', path: '/v1/projects/{projectId}/domains', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  listDomains: { method: 'GET', path: '/v1/projects/{projectId}/domains', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getDomain: { method: 'GET', path: '/v1/projects/{projectId}/domains/{domain}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  removeDomain: { method: 'DELETE', path: '/v1/projects/{projectId}/domains/{domain}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  checkDomain: { method: 'POST', path: '/v1/projects/{projectId}/domains/{domain}/check', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  makeDomainPrimary: { method: 'POST', path: '/v1/projects/{projectId}/domains/{domain}/primary', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  createProject: { method: 'POST', path: '/v1/projects', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  listProjects: { method: 'GET', path: '/v1/projects', query: ['limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getProject: { method: 'GET', path: '/v1/projects/{projectId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateProject: { method: 'PATCH', path: '/v1/projects/{projectId}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  deleteProject: { method: 'DELETE', path: '/v1/projects/{projectId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  createApiKey: { method: 'POST', path: '/v1/api-keys', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  listApiKeys: { method: 'GET', path: '/v1/api-keys', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  rollApiKey: { method: 'POST', path: '/v1/api-keys/{id}/roll', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  revokeApiKey: { method: 'POST', path: '/v1/api-keys/{id}/revoke', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getOrganization: { method: 'GET', path: '/v1/organization', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateOrganization: { method: 'PATCH', path: '/v1/organization', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getMetrics: { method: 'GET', path: '/metrics', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'text' },
  getHealth: { method: 'GET', path: '/healthz', query: [], hasBody: false, idempotent: false, needsKey: false, answer: 'json' },
  getReadiness: { method: 'GET', path: '/readyz', query: [], hasBody: false, idempotent: false, needsKey: false, answer: 'json' },
  getAgentSettings: { method: 'GET', path: '/v1/projects/{projectId}/agent-settings', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateAgentSettings: { method: 'PATCH', path: '/v1/projects/{projectId}/agent-settings', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getProjectModels: { method: 'GET', path: '/v1/projects/{projectId}/models', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  setProjectModels: { method: 'PUT', path: '/v1/projects/{projectId}/models', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  deleteProjectModels: { method: 'DELETE', path: '/v1/projects/{projectId}/models', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  testProjectModels: { method: 'POST', path: '/v1/projects/{projectId}/models/test', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getAssistantSettings: { method: 'GET', path: '/v1/projects/{projectId}/assistant', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateAssistantSettings: { method: 'PATCH', path: '/v1/projects/{projectId}/assistant', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  listAssistantQuestions: { method: 'GET', path: '/v1/projects/{projectId}/assistant/conversations', query: ['q', 'outcome', 'rating', 'conversationId', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  exportAssistantQuestions: { method: 'GET', path: '/v1/projects/{projectId}/assistant/conversations/export', query: ['format', 'q', 'outcome', 'rating', 'conversationId'], hasBody: false, idempotent: false, needsKey: true, answer: 'text' },
  deleteAssistantConversation: { method: 'DELETE', path: '/v1/projects/{projectId}/assistant/conversations/{conversationId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  deleteAssistantConversations: { method: 'DELETE', path: '/v1/projects/{projectId}/assistant/conversations', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  checkRepository: { method: 'POST', path: '/v1/repositories/check', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  createRepository: { method: 'POST', path: '/v1/repositories', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  listRepositories: { method: 'GET', path: '/v1/repositories', query: ['limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getRepository: { method: 'GET', path: '/v1/repositories/{name}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  createRepositoryCommit: { method: 'POST', path: '/v1/repositories/{name}/commits', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  revokeRepositoryLinks: { method: 'POST', path: '/v1/repositories/{name}/revoke-links', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  deleteRepository: { method: 'DELETE', path: '/v1/repositories/{name}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  createWebhookEndpoint: { method: 'POST', path: '/v1/webhook-endpoints', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  listWebhookEndpoints: { method: 'GET', path: '/v1/webhook-endpoints', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getWebhookEndpoint: { method: 'GET', path: '/v1/webhook-endpoints/{id}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateWebhookEndpoint: { method: 'PATCH', path: '/v1/webhook-endpoints/{id}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/v1/webhook-endpoints/{id}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhook-endpoints/{id}/rotate-secret', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  testWebhookEndpoint: { method: 'POST', path: '/v1/webhook-endpoints/{id}/test', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhook-endpoints/{id}/deliveries', query: ['status', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getWebhookDelivery: { method: 'GET', path: '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  replayWebhookDelivery: { method: 'POST', path: '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/replay', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  createCodeHost: { method: 'POST', path: '/v1/code-hosts', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  listCodeHosts: { method: 'GET', path: '/v1/code-hosts', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getCodeHost: { method: 'GET', path: '/v1/code-hosts/{id}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateCodeHost: { method: 'PATCH', path: '/v1/code-hosts/{id}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  deleteCodeHost: { method: 'DELETE', path: '/v1/code-hosts/{id}', query: ['force'], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  testCodeHost: { method: 'POST', path: '/v1/code-hosts/{id}/test', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  startGitHubApp: { method: 'POST', path: '/v1/code-hosts/github-apps', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  completeGitHubApp: { method: 'POST', path: '/v1/code-hosts/github-apps/complete', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  listHostedRepositories: { method: 'GET', path: '/v1/code-hosts/{id}/repositories', query: ['search'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  createCodeHostHook: { method: 'POST', path: '/v1/projects/{projectId}/code-host-hooks', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  listCodeHostHooks: { method: 'GET', path: '/v1/projects/{projectId}/code-host-hooks', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  deleteCodeHostHook: { method: 'DELETE', path: '/v1/projects/{projectId}/code-host-hooks/{id}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  listCodeHostEvents: { method: 'GET', path: '/v1/projects/{projectId}/code-host-hooks/{id}/events', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getMe: { method: 'GET', path: '/v1/me', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  listMembers: { method: 'GET', path: '/v1/organization/members', query: ['limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  updateMember: { method: 'PATCH', path: '/v1/organization/members/{userId}', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  removeMember: { method: 'DELETE', path: '/v1/organization/members/{userId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  listInvitations: { method: 'GET', path: '/v1/organization/invitations', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  createInvitation: { method: 'POST', path: '/v1/organization/invitations', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  revokeInvitation: { method: 'DELETE', path: '/v1/organization/invitations/{invitationId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  listAuditEvents: { method: 'GET', path: '/v1/audit-events', query: ['actor', 'action', 'target', 'result', 'from', 'to', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  exportAuditEvents: { method: 'GET', path: '/v1/audit-events/export', query: ['format', 'actor', 'action', 'target', 'result', 'from', 'to'], hasBody: false, idempotent: false, needsKey: true, answer: 'text' },
  getSystem: { method: 'GET', path: '/v1/system', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getOverview: { method: 'GET', path: '/v1/overview', query: ['project'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  setStorageQuota: { method: 'PUT', path: '/v1/storage-quotas', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getUsage: { method: 'GET', path: '/v1/usage', query: ['month'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  listBudgets: { method: 'GET', path: '/v1/budgets', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  setBudget: { method: 'PUT', path: '/v1/budgets', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  deleteBudget: { method: 'DELETE', path: '/v1/budgets', query: ['projectId'], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
  listNotifications: { method: 'GET', path: '/v1/notifications', query: ['limit', 'cursor', 'unread'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  readNotifications: { method: 'POST', path: '/v1/notifications/read', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  getNotificationSettings: { method: 'GET', path: '/v1/notification-settings', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  setNotificationSettings: { method: 'PUT', path: '/v1/notification-settings', query: [], hasBody: true, idempotent: false, needsKey: true, answer: 'json' },
  previewStaticExport: { method: 'POST', path: '/v1/static-export/jobs/{jobId}/preview', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  previewAgentJob: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/preview', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  compareStaticExports: { method: 'GET', path: '/v1/static-export/jobs/{jobId}/compare/{otherJobId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
};
