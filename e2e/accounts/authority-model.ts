import type { OperationId, Role, Scope } from '@docwright/contract';

/**
 * A model of the permissions, derived from the manual (docs/operate/accounts.mdx) rather than from the server's code.
 * `authority-table.test.ts` compares it with the service's responses.
 */

/** The permissions of a caller, or of a key or role that a request concerns. */
export interface Holding {
  readonly scopes: readonly Scope[];
  /** The project to which it is bound. */
  readonly boundTo: string | null;
  /** `null` if it doesn't expire. */
  readonly endsInHours: number | null;
  /** Whether the caller is signed in to the dashboard instead of using a key. */
  readonly isPerson?: boolean;
}

export interface Attempt {
  readonly operation: OperationId;
  /** Whether the object belongs to another organization. */
  readonly isForeign: boolean;
  /** The project concerned; null for objects of the whole organization. */
  readonly project: string | null;
  /** The permissions created, replaced, granted or revoked. */
  readonly touches: readonly Holding[];
  /** Whether the request points a project at something outside its current scope. */
  readonly widens: boolean;
}

/** `nobody`: a caller without a key. */
export type Verdict = 'allowed' | 'forbidden' | 'missing' | 'nobody';

export function judge(caller: Holding, attempt: Attempt): Verdict {
  const need = needs[attempt.operation];
  if (need === 'nothing') return 'allowed';
  if (need === 'a key, no session') return caller.isPerson === true ? 'nobody' : 'allowed';
  if (need === 'a person') return caller.isPerson === true ? 'allowed' : 'forbidden';
  if (lacksScope(caller, attempt.operation)) return 'forbidden';
  const isOutside = attempt.project !== null && caller.boundTo !== null && caller.boundTo !== attempt.project;
  if (attempt.isForeign || isOutside) return 'missing';
  // The job's pull request quotes readers, so starting it also requires access to their messages.
  if (attempt.operation === 'createSuggestionJob' && !hasScope(caller, 'analytics:read')) return 'missing';
  if (attempt.widens && caller.boundTo !== null) return 'forbidden';
  return attempt.touches.every((touched) => holds(caller, touched)) ? 'allowed' : 'forbidden';
}

/** Whether the caller is rejected for any object: scopes are compared before an object is read. */
export function lacksScope(caller: Holding, operation: OperationId): boolean {
  const need = needs[operation];
  if (need === 'nothing' || need === 'a key, no session' || need === 'any key' || need === 'a person') return false;
  return !hasScope(caller, need);
}

function hasScope({ scopes, boundTo }: Holding, scope: Scope): boolean {
  const [subject = '', verb] = scope.split(':');
  if (boundTo !== null && sharedByOrganization.includes(subject) && !stayReadable.includes(scope)) return false;
  if (scopes.includes('admin') || scopes.includes(scope)) return true;
  return verb === 'read' && scopes.includes(`${subject}:write` as Scope);
}

/** Resources that a key bound to a project can't access. */
const sharedByOrganization = [
  'api-keys',
  'organization',
  'repositories',
  'webhooks',
  'metrics',
  'members',
  'audit',
  'system',
];
/** The exception: every key with this scope can read the name and plan of its organization. */
const stayReadable: readonly Scope[] = ['organization:read'];

function holds(caller: Holding, touched: Holding): boolean {
  const isBroad = touched.scopes.every((scope) => hasScope({ ...caller, boundTo: null }, scope));
  const isNear = caller.boundTo === null || caller.boundTo === touched.boundTo;
  const isLong =
    caller.endsInHours === null || (touched.endsInHours !== null && touched.endsInHours <= caller.endsInHours);
  return isBroad && isNear && isLong;
}

export const needs: Readonly<Record<OperationId, Scope | 'any key' | 'a key, no session' | 'a person' | 'nothing'>> = {
  getHealth: 'nothing',
  getReadiness: 'nothing',
  getMe: 'any key',
  // The requests of MCP tools use the caller's key, and are checked like any other request.
  sendMcpMessage: 'a key, no session',

  createAgentJob: 'agent-jobs:write',
  createAgentJobV1: 'agent-jobs:write',
  getAgentJobV1: 'agent-jobs:read',
  listAgentJobsV1: 'agent-jobs:read',
  getAgentJob: 'agent-jobs:read',
  sendAgentJobMessage: 'agent-jobs:write',
  listAgentJobs: 'agent-jobs:read',
  listAllAgentJobs: 'agent-jobs:read',
  listAgentJobEvents: 'agent-jobs:read',
  getAgentJobDiff: 'agent-jobs:read',
  getAgentJobDiffLines: 'agent-jobs:read',
  getAgentJobImage: 'agent-jobs:read',
  cancelAgentJob: 'agent-jobs:write',
  archiveAgentJob: 'agent-jobs:write',
  mergeAgentJobPullRequest: 'repositories:write',
  closeAgentJobPullRequest: 'agent-jobs:write',
  commentOnAgentJobPullRequest: 'agent-jobs:write',
  previewAgentJob: 'agent-jobs:read',

  createAutomation: 'agent-jobs:write',
  listAutomations: 'agent-jobs:read',
  getAutomation: 'agent-jobs:read',
  updateAutomation: 'agent-jobs:write',
  deleteAutomation: 'agent-jobs:write',
  rotateAutomationSecret: 'agent-jobs:write',
  runAutomation: 'agent-jobs:write',
  dryRunAutomation: 'agent-jobs:write',
  listAutomationRuns: 'agent-jobs:read',
  getAutomationRun: 'agent-jobs:read',
  triggerWorkflow: 'agent-jobs:write',

  listDrafts: 'content:read',
  getDraft: 'content:read',
  deleteDraft: 'content:write',
  listDraftFiles: 'content:read',
  getDraftFile: 'content:read',
  listDraftFileRevisions: 'content:read',
  getDraftFileRevision: 'content:read',
  putDraftFile: 'content:write',
  deleteDraftFile: 'content:write',
  moveDraftFile: 'content:write',
  restoreDraftFile: 'content:write',
  resolveDraftConflict: 'content:write',
  uploadDraftMedia: 'content:write',
  getDraftDiff: 'content:read',
  askAgent: 'agent-jobs:write',
  checkDraft: 'content:read',
  previewDraft: 'content:read',
  getDraftProposal: 'content:read',
  publishDraft: 'content:publish',
  listCommentThreads: 'content:read',
  createCommentThread: 'content:read',
  getCommentThread: 'content:read',
  replyToCommentThread: 'content:read',
  updateComment: 'content:read',
  deleteComment: 'content:read',
  resolveCommentThread: 'content:read',
  reopenCommentThread: 'content:read',
  acceptSuggestedChange: 'content:write',
  rejectSuggestedChange: 'content:read',
  getDraftSettings: 'projects:read',
  updateDraftSettings: 'projects:write',

  startStaticExport: 'exports:write',
  listStaticExports: 'exports:read',
  getStaticExport: 'exports:read',
  streamStaticExport: 'exports:read',
  createStaticExportBundle: 'exports:read',
  cancelStaticExport: 'exports:write',
  startProjectStaticExport: 'exports:write',
  getProjectStaticExport: 'exports:read',
  previewStaticExport: 'exports:read',
  compareStaticExports: 'exports:read',

  updateProjectSite: 'deployments:write',
  createPreviewDeployment: 'deployments:write',
  getDeploymentStatus: 'deployments:read',
  searchDiscovery: 'discovery:read',
  readDiscoveryPage: 'discovery:read',
  sendAssistantMessage: 'discovery:read',
  getAssistantThread: 'discovery:read',
  getAnalyticsViews: 'analytics:read',
  getAnalyticsVisitors: 'analytics:read',
  getAnalyticsSearches: 'analytics:read',
  getAnalyticsTimeseries: 'analytics:read',
  getAnalyticsReferrers: 'analytics:read',
  getAnalyticsNotFound: 'analytics:read',
  getAnalyticsAssistant: 'analytics:read',
  getAnalyticsAssistantCallers: 'analytics:read',
  exportAnalytics: 'analytics:read',
  getAnalyticsOutlinks: 'analytics:read',
  getAnalyticsCodeCopies: 'analytics:read',
  getAnalyticsPlaygroundCalls: 'analytics:read',
  getAnalyticsAgentReads: 'analytics:read',
  getAnalyticsPage: 'analytics:read',
  sendAnalyticsEvents: 'analytics-events:write',
  listFeedback: 'analytics:read',
  countFeedbackByPage: 'analytics:read',
  updateFeedback: 'analytics:write',
  deleteFeedback: 'analytics:write',
  listSuggestions: 'analytics:read',
  getPageHealth: 'analytics:read',
  updateSuggestion: 'analytics:write',
  createSuggestionJob: 'agent-jobs:write',

  createPublicKey: 'projects:write',
  listPublicKeys: 'projects:read',
  updatePublicKey: 'projects:write',
  rollPublicKey: 'projects:write',
  revokePublicKey: 'projects:write',

  listDeployments: 'deployments:read',
  getDeployment: 'deployments:read',
  streamDeployment: 'deployments:read',
  promoteDeployment: 'deployments:write',
  cancelDeployment: 'deployments:write',
  createPreviewLink: 'deployments:read',
  deletePreview: 'deployments:write',
  listPullRequests: 'deployments:read',
  approvePullRequest: 'deployments:write',
  getSearchChecks: 'projects:read',
  setSearchChecks: 'projects:write',
  getSearchComparison: 'deployments:read',
  listSites: 'deployments:read',
  getSite: 'deployments:read',
  updateSite: 'projects:write',
  setPreviewPassword: 'projects:write',
  deletePreviewPassword: 'projects:write',
  listTakedowns: 'admin',
  takeDownSite: 'admin',
  setStorageQuota: 'admin',
  liftTakedown: 'admin',
  getSiteAccess: 'projects:read',
  setSiteAccess: 'projects:write',
  setReaderPassword: 'projects:write',
  deleteReaderPassword: 'projects:write',
  createReaderKey: 'projects:write',
  deleteReaderKey: 'projects:write',
  signOutReaders: 'projects:write',
  revokeReaderTokens: 'projects:write',
  startTestSignIn: 'projects:write',
  getTestSignIn: 'projects:write',
  addDomain: 'projects:write',
  listDomains: 'projects:read',
  getDomain: 'projects:read',
  removeDomain: 'projects:write',
  checkDomain: 'projects:write',
  makeDomainPrimary: 'projects:write',

  getOverview: 'projects:read',
  getUsage: 'projects:read',
  // Notifications and their settings belong to a person.
  listNotifications: 'a person',
  readNotifications: 'a person',
  getNotificationSettings: 'a person',
  setNotificationSettings: 'a person',
  listBudgets: 'organization:read',
  setBudget: 'organization:write',
  deleteBudget: 'organization:write',
  createProject: 'projects:write',
  listProjects: 'projects:read',
  getProject: 'projects:read',
  updateProject: 'projects:write',
  deleteProject: 'projects:write',
  getAgentSettings: 'projects:read',
  updateAgentSettings: 'projects:write',
  getAssistantSettings: 'projects:read',
  updateAssistantSettings: 'projects:write',
  listAssistantQuestions: 'analytics:read',
  exportAssistantQuestions: 'analytics:read',
  deleteAssistantConversation: 'projects:write',
  deleteAssistantConversations: 'projects:write',
  getProjectModels: 'projects:read',
  setProjectModels: 'projects:write',
  deleteProjectModels: 'projects:write',
  testProjectModels: 'projects:write',
  createCodeHostHook: 'projects:write',
  listCodeHostHooks: 'projects:read',
  deleteCodeHostHook: 'projects:write',
  listCodeHostEvents: 'projects:read',

  checkRepository: 'projects:write',
  createRepository: 'repositories:write',
  listRepositories: 'repositories:read',
  getRepository: 'repositories:read',
  createRepositoryCommit: 'repositories:write',
  revokeRepositoryLinks: 'repositories:write',
  deleteRepository: 'repositories:write',

  createCodeHost: 'repositories:write',
  listCodeHosts: 'repositories:read',
  getCodeHost: 'repositories:read',
  updateCodeHost: 'repositories:write',
  deleteCodeHost: 'repositories:write',
  testCodeHost: 'repositories:write',
  startGitHubApp: 'repositories:write',
  completeGitHubApp: 'repositories:write',
  listHostedRepositories: 'repositories:write',

  createApiKey: 'api-keys:write',
  listApiKeys: 'api-keys:read',
  rollApiKey: 'api-keys:write',
  revokeApiKey: 'api-keys:write',

  getOrganization: 'organization:read',
  updateOrganization: 'organization:write',
  getOrganizationModels: 'organization:read',
  setOrganizationModels: 'organization:write',
  deleteOrganizationModels: 'organization:write',
  testOrganizationModels: 'organization:write',
  listMembers: 'members:read',
  updateMember: 'members:write',
  removeMember: 'members:write',
  listInvitations: 'members:read',
  createInvitation: 'members:write',
  revokeInvitation: 'members:write',

  createWebhookEndpoint: 'webhooks:write',
  listWebhookEndpoints: 'webhooks:read',
  getWebhookEndpoint: 'webhooks:read',
  updateWebhookEndpoint: 'webhooks:write',
  deleteWebhookEndpoint: 'webhooks:write',
  rotateWebhookSecret: 'webhooks:write',
  testWebhookEndpoint: 'webhooks:write',
  listWebhookDeliveries: 'webhooks:read',
  getWebhookDelivery: 'webhooks:read',
  replayWebhookDelivery: 'webhooks:write',

  listAuditEvents: 'audit:read',
  exportAuditEvents: 'audit:read',
  getMetrics: 'metrics:read',
  getSystem: 'system:read',
};

/** The manual's table of roles, as scopes. */
export const holdingOfRole: Readonly<Record<Role, Holding>> = {
  owner: endless('admin'),
  admin: endless(
    'agent-jobs:write',
    'exports:write',
    'deployments:write',
    'content:write',
    'content:publish',
    'projects:write',
    'repositories:write',
    'webhooks:write',
    'api-keys:write',
    'organization:write',
    'members:write',
    'audit:read',
    'metrics:read',
    'system:read',
    'discovery:read',
    'analytics:write',
    'analytics-events:write',
  ),
  editor: endless(
    'agent-jobs:write',
    'exports:write',
    'deployments:write',
    'content:write',
    'content:publish',
    'projects:read',
    'repositories:read',
    'organization:read',
    'members:read',
    'system:read',
    'discovery:read',
    'analytics:write',
  ),
  viewer: endless(
    'agent-jobs:read',
    'exports:read',
    'deployments:read',
    'content:read',
    'projects:read',
    'repositories:read',
    'organization:read',
    'members:read',
    'system:read',
    'discovery:read',
    'analytics:read',
  ),
};

export function endless(...scopes: Scope[]): Holding {
  return { scopes, boundTo: null, endsInHours: null };
}
