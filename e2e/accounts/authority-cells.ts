import { roles, scopes, type OperationId, type Role } from '@docwright/contract';
import type { TestService } from '../api/test-service.ts';
import { endless, holdingOfRole, type Attempt, type Holding } from './authority-model.ts';
import {
  endOf,
  invitedAs,
  liveDomainOf,
  makeEndpoint,
  makeKey,
  putCodeHost,
  putConversation,
  putDomain,
  putFeedback,
  putHook,
  putInvitation,
  putMember,
  putPreview,
  putPreviewPassword,
  putPublicKey,
  putReaderAccess,
  putSuggestion,
  automationOf,
  eventAutomationOf,
  jobImageDigest,
  putAutomation,
  putDraft,
  putThread,
  putBudget,
  putTakedown,
  resetProject,
  suggestionOf,
  type ProjectObjects,
  type Tenant,
} from './authority-objects.ts';

/** A request, with the data that the model needs about it. */
export interface Cell extends Attempt {
  /** The difference from other cells of its operation. */
  readonly about: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: unknown;
  /** Restores objects that an allowed cell has used up. */
  readonly restore?: () => Promise<unknown>;
}

export interface Stage {
  readonly service: TestService;
  readonly ours: Tenant;
  readonly theirs: Tenant;
  readonly here: ProjectObjects;
  readonly there: ProjectObjects;
  readonly foreign: ProjectObjects;
}

type CellDetails = Omit<Cell, 'operation' | 'path' | 'about'>;

const cell = (operation: OperationId, about: string, path: string, details: Partial<CellDetails> = {}): Cell => ({
  operation,
  about,
  path,
  isForeign: false,
  project: null,
  touches: [],
  widens: false,
  ...details,
});

/**
 * Lists every operation, with each kind of object to which it can apply. IDs of keys that are rolled are read at
 * request time.
 */
export async function listCells(stage: Stage): Promise<readonly Cell[]> {
  return [
    ...listPlainCells(),
    ...listBudgetCells(stage),
    ...listTakedownCells(stage),
    ...listProjectCells(stage, 'here', stage.here),
    ...listProjectCells(stage, 'there', stage.there),
    ...listProjectCells(stage, 'foreign', stage.foreign),
    ...listWideningCells(stage),
    ...listRepositoryCells(stage),
    ...listCodeHostCells(stage),
    ...(await listKeyCells(stage)),
    ...(await listMemberCells(stage)),
    ...listWebhookCells(stage, 'ours'),
    ...listWebhookCells(stage, 'theirs'),
  ];
}

function listPlainCells(): Cell[] {
  return [
    cell('getHealth', 'it', '/healthz'),
    cell('getReadiness', 'it', '/readyz'),
    cell('getMe', 'it', '/v1/me'),
    cell('sendMcpMessage', 'a ping', '/v1/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
    cell('listAllAgentJobs', 'all', '/v2/agent/jobs'),
    cell('listStaticExports', 'all', '/v1/static-export/jobs'),
    cell('listProjects', 'all', '/v1/projects'),
    cell('listSites', 'all', '/v1/sites'),
    cell('getOverview', 'all', '/v1/overview'),
    cell('getUsage', 'all', '/v1/usage'),
    cell('listNotifications', 'all', '/v1/notifications'),
    cell('readNotifications', 'none', '/v1/notifications/read', { body: { ids: ['1'] } }),
    cell('getNotificationSettings', 'own', '/v1/notification-settings'),
    cell('setNotificationSettings', 'own', '/v1/notification-settings', {
      body: { settings: [{ kind: 'deployment.failed', inApp: true, mail: false }] },
    }),
    cell('listRepositories', 'all', '/v1/repositories'),
    cell('listApiKeys', 'all', '/v1/api-keys'),
    cell('getOrganization', 'ours', '/v1/organization'),
    cell('updateOrganization', 'ours', '/v1/organization', { body: { name: 'Ours' } }),
    cell('getOrganizationModels', 'ours', '/v1/organization/models'),
    cell('setOrganizationModels', 'ours', '/v1/organization/models', {
      body: { models: [{ provider: 'builtin', model: 'rules-1' }] },
    }),
    cell('deleteOrganizationModels', 'ours', '/v1/organization/models'),
    cell('testOrganizationModels', 'ours', '/v1/organization/models/test', { body: {} }),
    cell('listMembers', 'all', '/v1/organization/members'),
    cell('listInvitations', 'all', '/v1/organization/invitations'),
    cell('listWebhookEndpoints', 'all', '/v1/webhook-endpoints'),
    cell('createWebhookEndpoint', 'one', '/v1/webhook-endpoints', { body: { url: 'https://127.0.0.1/' } }),
    cell('listAuditEvents', 'all', '/v1/audit-events?limit=1'),
    cell('exportAuditEvents', 'all', '/v1/audit-events/export?format=jsonl&action=none'),
    cell('searchDiscovery', 'no live site', '/discovery/v1/search/none', { isForeign: true, body: { query: 'x' } }),
    cell('readDiscoveryPage', 'no live site', '/discovery/v1/page/none', { isForeign: true, body: { path: 'x' } }),
    cell('sendAssistantMessage', 'no live site', '/discovery/v2/assistant/none/message', {
      isForeign: true,
      body: { messages: [{ role: 'user', parts: [{ type: 'text', text: 'x' }] }] },
    }),
    cell('getAssistantThread', 'no live site', '/discovery/v2/assistant/none/threads/x?fp=x', { isForeign: true }),
    cell('getMetrics', 'all', '/metrics'),
    cell('getSystem', 'it', '/v1/system'),
  ];
}

function listBudgetCells({ service, ours }: Stage): Cell[] {
  const path = '/v1/budgets';
  const restore = () => putBudget(service, ours.organizationId);
  return [
    cell('listBudgets', 'all', path),
    cell('setBudget', 'ours', path, { body: { usd: 100 } }),
    cell('deleteBudget', 'ours', path, { restore }),
  ];
}

/** Lists requests about sites of the whole installation, which are out of reach for bound keys. */
function listTakedownCells({ service, ours }: Stage): Cell[] {
  const body = { site: 'foreign', reason: 'x' };
  const path = '/v1/takedowns';
  const restore = () => putTakedown(service, body.site);
  return [
    cell('listTakedowns', 'all', path, { widens: true }),
    cell('takeDownSite', 'of another organization', path, { widens: true, body }),
    cell('setStorageQuota', 'of any organization', '/v1/storage-quotas', {
      widens: true,
      body: { organization: ours.organizationId, megabytes: null },
    }),
    cell('liftTakedown', 'of another organization', `${path}?site=${body.site}`, { widens: true, restore }),
  ];
}

function listAutomationCells(
  { service }: Stage,
  of: (operation: OperationId, path: string, details?: Partial<CellDetails>) => Cell,
  projectId: string,
): Cell[] {
  const path = `/v1/projects/${projectId}/automations`;
  const one = `${path}/${automationOf(projectId)}`;
  const restore = () => putAutomation(service, projectId);
  return [
    of('createAutomation', path, { body: { name: 'a', trigger: { type: 'event' }, instructions: 'x' }, restore }),
    of('listAutomations', path),
    of('getAutomation', one),
    of('updateAutomation', one, { body: { name: 'b' } }),
    of('rotateAutomationSecret', `${path}/${eventAutomationOf(projectId)}/rotate-secret`, { restore }),
    of('listAutomationRuns', `${one}/runs`),
    of('getAutomationRun', `${one}/runs/run_${projectId}`),
    of('runAutomation', `${one}/run`, { restore }),
    of('dryRunAutomation', `${one}/dry-run`, { body: {} }),
    of('triggerWorkflow', `/v1/workflow/${projectId}/${automationOf(projectId)}/trigger`, { restore }),
    of('deleteAutomation', one, { restore }),
  ];
}

function listDraftCells(
  stage: Stage,
  of: (operation: OperationId, path: string, details?: Partial<CellDetails>) => Cell,
  projectId: string,
): Cell[] {
  const { service } = stage;
  const path = `/v1/projects/${projectId}/drafts`;
  const main = `${path}/main`;
  const file = `${main}/files/index.mdx`;
  const restore = () => putDraft(service, projectId);
  const version = '0'.repeat(32);
  return [
    of('listDrafts', path),
    of('getDraft', main),
    of('listDraftFiles', `${main}/files`),
    of('getDraftFile', file),
    of('listDraftFileRevisions', `${file}/revisions`),
    of('getDraftFileRevision', `${file}/revisions/${version}`),
    of('putDraftFile', file, { body: { content: 'x', version }, restore }),
    of('deleteDraftFile', `${file}?version=${version}`, { restore }),
    of('moveDraftFile', `${main}/move`, { body: { from: 'index.mdx', to: 'other.mdx' }, restore }),
    of('restoreDraftFile', `${main}/restore`, { body: { file: 'index.mdx' }, restore }),
    of('resolveDraftConflict', `${main}/resolve`, { body: { file: 'index.mdx', keep: 'draft', version }, restore }),
    of('uploadDraftMedia', `${main}/media`, { body: { name: 'a.png', content: 'eA==' }, restore }),
    of('getDraftDiff', `${main}/diff`),
    of('checkDraft', `${main}/check`),
    // The agent suggests changes, which its caller can accept or reject.
    of('askAgent', `${main}/ask`, {
      body: { prompt: 'x' },
      touches: [{ scopes: ['content:write'], boundTo: projectId, endsInHours: 0 }],
    }),
    of('previewDraft', `${main}/preview`, { body: { page: 'index.mdx' } }),
    of('getDraftProposal', `${main}/proposal`),
    of('publishDraft', `${main}/publish`, { body: { action: 'publish', draftVersion: 999 }, restore }),
    of('deleteDraft', main, { restore }),
    ...listCommentCells(stage, of, projectId),
    of('getDraftSettings', `/v1/projects/${projectId}/draft-settings`),
    of('updateDraftSettings', `/v1/projects/${projectId}/draft-settings`, { body: { blockErrors: false } }),
  ];
}

function listCommentCells(
  { service }: Stage,
  of: (operation: OperationId, path: string, details?: Partial<CellDetails>) => Cell,
  projectId: string,
): Cell[] {
  const branch = `/v1/projects/${projectId}/drafts/main/comments`;
  const thread = `/v1/projects/${projectId}/comments/cmt_${projectId}`;
  const comment = `${thread}/replies/cm_${projectId}`;
  const restore = () => putThread(service, projectId);
  return [
    of('listCommentThreads', branch),
    of('createCommentThread', branch, { body: { file: 'index.mdx', quote: 'x', text: 'x' }, restore }),
    of('getCommentThread', thread),
    of('replyToCommentThread', `${thread}/replies`, { body: { text: 'x' }, restore }),
    of('updateComment', comment, { body: { text: 'y' } }),
    of('deleteComment', comment),
    of('resolveCommentThread', `${thread}/resolve`),
    of('reopenCommentThread', `${thread}/reopen`),
    of('acceptSuggestedChange', `${thread}/accept`, { restore }),
    of('rejectSuggestedChange', `${thread}/reject`, { restore }),
  ];
}

function listProjectCells(stage: Stage, name: string, project: ProjectObjects): Cell[] {
  const { service } = stage;
  const { projectId, domain, agentJobId, exportJobId, hookId, deploymentId, publicKeyId } = project;
  const liveDomain = liveDomainOf(projectId);
  const isForeign = project === stage.foreign;
  const own = { isForeign, project: projectId };
  const of = (operation: OperationId, path: string, details: Partial<CellDetails> = {}) =>
    cell(operation, name, path, { ...own, ...details });
  const jobs = `/v2/agent/${projectId}/job`;
  const job = `${jobs}/${agentJobId}`;
  const exported = `/v1/static-export/jobs/${exportJobId}`;
  const settings = `/v1/projects/${projectId}`;
  // A hook lets others start agent turns in the project, so creating it requires that permission.
  const touches: Holding[] = [{ scopes: ['agent-jobs:write'], boundTo: projectId, endsInHours: 0 }];
  // A public key lets everyone search the project's site, with no expiry date.
  const searching: Holding[] = [{ ...endless('discovery:read'), boundTo: projectId }];
  const publicKey = { name: 'k', allowedOrigins: ['https://www.example.com'] };
  const keys = `${settings}/public-keys`;
  const conversations = `${settings}/assistant/conversations`;
  const organizationId = (isForeign ? stage.theirs : stage.ours).organizationId;
  const restoreKeys = () => putPublicKey(service, { publicKeyId, projectId, organizationId });
  const models = [{ provider: 'builtin', model: 'rules-1' }];
  const access = `${settings}/access`;
  const restoreAccess = () => putReaderAccess(service, projectId);
  return [
    of('createAgentJob', jobs, { body: { prompt: 'x' } }),
    of('createAgentJobV1', `/v1/agent/${projectId}/job`, { body: { messages: [{ role: 'user', content: 'x' }] } }),
    of('getAgentJobV1', `/v1/agent/${projectId}/job/${agentJobId}`),
    of('listAgentJobsV1', `/v1/agent/${projectId}/jobs`),
    of('getAgentJob', job),
    of('sendAgentJobMessage', `${job}/message`, { body: { prompt: 'x' } }),
    of('listAgentJobs', `/v2/agent/${projectId}/jobs`),
    of('listAgentJobEvents', `${job}/events`),
    of('getAgentJobDiff', `${job}/diff`),
    of('getAgentJobDiffLines', `${job}/diff/lines?path=docs.json`),
    of('getAgentJobImage', `${job}/images/${jobImageDigest}`),
    of('cancelAgentJob', `${job}/cancel`),
    of('archiveAgentJob', `${job}/archive`),
    of('mergeAgentJobPullRequest', `${job}/pull-request/merge`, { body: { headCommit: 'a'.repeat(40) } }),
    of('closeAgentJobPullRequest', `${job}/pull-request/close`),
    of('commentOnAgentJobPullRequest', `${job}/pull-request/comments`, { body: { text: 'x' } }),
    of('previewAgentJob', `${job}/preview`),
    ...listAutomationCells(stage, of, projectId),
    ...listDraftCells(stage, of, projectId),
    of('startStaticExport', '/v1/static-export/jobs', { body: { domain } }),
    of('getStaticExport', exported),
    of('streamStaticExport', `${exported}/events`),
    of('createStaticExportBundle', `${exported}/bundle`),
    of('previewStaticExport', `${exported}/preview`),
    of('compareStaticExports', `${exported}/compare/${exportJobId}`),
    of('cancelStaticExport', `${exported}/cancel`),
    of('startProjectStaticExport', `/v1/static-export/${projectId}/jobs`, { body: {} }),
    of('getProjectStaticExport', `/v1/static-export/${projectId}/jobs/${exportJobId}`),
    of('updateProjectSite', `/v1/project/update/${projectId}`),
    of('createPreviewDeployment', `/v1/project/preview/${projectId}`, { body: { branch: 'next' } }),
    of('getDeploymentStatus', `/v1/project/update-status/${deploymentId}`),
    of('getAnalyticsViews', `/v1/analytics/${projectId}/views`),
    of('getAnalyticsVisitors', `/v1/analytics/${projectId}/visitors`),
    of('getAnalyticsSearches', `/v1/analytics/${projectId}/searches`),
    of('getAnalyticsTimeseries', `/v1/analytics/${projectId}/timeseries`),
    of('getAnalyticsReferrers', `/v1/analytics/${projectId}/referrers`),
    of('getAnalyticsNotFound', `/v1/analytics/${projectId}/not-found`),
    of('getAnalyticsAssistant', `/v1/analytics/${projectId}/assistant`),
    of('getAnalyticsAssistantCallers', `/v1/analytics/${projectId}/assistant/caller-stats`),
    of('exportAnalytics', `/v1/analytics/${projectId}/export?kind=feedback&format=jsonl`),
    of('getAnalyticsOutlinks', `/v1/analytics/${projectId}/outlinks`),
    of('getAnalyticsCodeCopies', `/v1/analytics/${projectId}/code-copies`),
    of('getAnalyticsPlaygroundCalls', `/v1/analytics/${projectId}/playground-calls`),
    of('getAnalyticsAgentReads', `/v1/analytics/${projectId}/agent-reads`),
    of('getAnalyticsPage', `/v1/analytics/${projectId}/page?path=/`),
    of('sendAnalyticsEvents', `/v1/analytics/${projectId}/events`, { body: { events: [{}] } }),
    of('listFeedback', `/v1/analytics/${projectId}/feedback`),
    of('countFeedbackByPage', `/v1/analytics/${projectId}/feedback/by-page`),
    of('updateFeedback', `/v1/analytics/${projectId}/feedback/fb_${projectId}`, { body: { status: 'resolved' } }),
    of('deleteFeedback', `/v1/analytics/${projectId}/feedback/fb_${projectId}`, {
      restore: () => putFeedback(service, projectId),
    }),
    of('listSuggestions', `${settings}/suggestions`),
    of('getPageHealth', `${settings}/page-health`),
    of('updateSuggestion', `${settings}/suggestions/${suggestionOf(projectId)}`, { body: { status: 'dismissed' } }),
    of('createSuggestionJob', `${settings}/suggestions/${suggestionOf(projectId)}/job`, {
      body: {},
      restore: () => putSuggestion(service, projectId),
    }),
    of('listDeployments', `${settings}/deployments`),
    of('getDeployment', `${settings}/deployments/${deploymentId}`),
    of('streamDeployment', `${settings}/deployments/${deploymentId}/events`),
    of('promoteDeployment', `${settings}/deployments/${deploymentId}/promote`),
    of('cancelDeployment', `${settings}/deployments/${deploymentId}/cancel`),
    of('createPreviewLink', `${settings}/previews/next/link`),
    of('deletePreview', `${settings}/previews/next`, { restore: () => putPreview(service, projectId) }),
    of('listPullRequests', `${settings}/pull-requests`),
    of('approvePullRequest', `${settings}/pull-requests/7/approve`, { body: { commit: 'c0ffee' } }),
    of('getSearchChecks', `${settings}/search-checks`),
    of('setSearchChecks', `${settings}/search-checks`, { body: { questions: [] } }),
    of('getSearchComparison', `${settings}/deployments/${deploymentId}/search-comparison`),
    of('addDomain', `${settings}/domains`, { body: { domain: `new.${liveDomain}` }, widens: true }),
    of('listDomains', `${settings}/domains`),
    of('getDomain', `${settings}/domains/${liveDomain}`),
    of('checkDomain', `${settings}/domains/${liveDomain}/check`),
    of('makeDomainPrimary', `${settings}/domains/${liveDomain}/primary`),
    of('removeDomain', `${settings}/domains/${liveDomain}`, { restore: () => putDomain(service, projectId) }),
    of('getSite', `${settings}/site`),
    of('updateSite', `${settings}/site`, { body: { previews: true } }),
    of('setPreviewPassword', `${settings}/preview-passwords/ours`),
    of('deletePreviewPassword', `${settings}/preview-passwords/theirs`, {
      restore: () => putPreviewPassword(service, projectId),
    }),
    of('getSiteAccess', access),
    of('setSiteAccess', access, { body: { mode: 'public' } }),
    of('setReaderPassword', `${access}/passwords/ours`),
    of('deleteReaderPassword', `${access}/passwords/theirs`, { restore: restoreAccess }),
    of('createReaderKey', `${access}/keys`, { body: { publicKey: 'not a key' } }),
    of('deleteReaderKey', `${access}/keys/theirs`, { restore: restoreAccess }),
    of('signOutReaders', `${access}/sign-out-everyone`),
    of('revokeReaderTokens', `${access}/revoke-reader-tokens`),
    of('startTestSignIn', `${access}/test-sign-in`, { body: { mode: 'jwt' } }),
    of('getTestSignIn', `${access}/test-sign-in/sit_${projectId}`),
    of('createPublicKey', keys, { body: publicKey, touches: searching, restore: restoreKeys }),
    of('listPublicKeys', keys),
    of('updatePublicKey', `${keys}/${publicKeyId}`, { body: { name: 'k' }, touches: searching }),
    of('rollPublicKey', `${keys}/${publicKeyId}/roll`, {
      body: { overlapSeconds: 60 },
      touches: searching,
      restore: restoreKeys,
    }),
    of('revokePublicKey', `${keys}/${publicKeyId}/revoke`, {
      touches: searching,
      restore: restoreKeys,
    }),
    of('getOverview', `/v1/overview?project=${projectId}`),
    of('getProject', settings),
    of('updateProject', settings, { body: { name } }),
    of('deleteProject', settings),
    of('getAgentSettings', `${settings}/agent-settings`),
    of('updateAgentSettings', `${settings}/agent-settings`, { body: { labels: ['docs'] } }),
    of('getAssistantSettings', `${settings}/assistant`),
    of('updateAssistantSettings', `${settings}/assistant`, { body: { retentionDays: 7 } }),
    of('listAssistantQuestions', conversations),
    of('exportAssistantQuestions', `${conversations}/export?format=jsonl`),
    of('deleteAssistantConversation', `${conversations}/of%20${projectId}`, {
      restore: () => putConversation(service, projectId),
    }),
    of('deleteAssistantConversations', conversations, { restore: () => putConversation(service, projectId) }),
    of('getProjectModels', `${settings}/models`),
    of('setProjectModels', `${settings}/models`, { body: { models } }),
    of('deleteProjectModels', `${settings}/models`),
    of('testProjectModels', `${settings}/models/test`, { body: {} }),
    of('createCodeHostHook', `${settings}/code-host-hooks`, { body: {}, touches }),
    of('listCodeHostHooks', `${settings}/code-host-hooks`),
    of('listCodeHostEvents', `${settings}/code-host-hooks/${hookId}/events`),
    of('deleteCodeHostHook', `${settings}/code-host-hooks/${hookId}`, {
      touches,
      restore: () => putHook(service, { hookId, projectId, organizationId }),
    }),
  ];
}

/** Lists requests that would point a project at something outside its own scope. */
function listWideningCells({ service, ours, here }: Stage): Cell[] {
  const path = `/v1/projects/${here.projectId}`;
  const restore = () => resetProject(service, ours, here);
  const widen = (operation: OperationId, about: string, at: string, body: unknown) =>
    cell(operation, about, at, { project: here.projectId, widens: true, body, restore });
  const stay = (operation: OperationId, about: string, at: string, body: unknown) =>
    cell(operation, about, at, { project: here.projectId, body, restore });
  const model = { provider: 'openai-compatible', model: 'm', apiKey: 'k' };
  return [
    widen('updateProject', 'another repository', path, { repository: 'local:example-docs' }),
    widen('updateProject', 'another branch', path, { branch: 'next' }),
    widen('updateProject', 'the folder above', path, { docsFolder: '' }),
    widen('updateProject', 'a further domain', path, { domains: [here.domain, 'further.example.com'] }),
    stay('updateProject', 'the same again', path, { repository: `local:${ours.repository}`, domains: [here.domain] }),
    stay('updateProject', 'a folder inside', path, { docsFolder: 'docs/v2' }),
    widen('updateAgentSettings', 'a guide outside', `${path}/agent-settings`, { guidePaths: ['internal/style.md'] }),
    stay('updateAgentSettings', 'a guide inside', `${path}/agent-settings`, { guidePaths: ['docs/style.md'] }),
    widen('setProjectModels', 'another address', `${path}/models`, {
      models: [{ ...model, baseUrl: 'https://models.example.com/v1' }],
    }),
  ];
}

/** Lists requests about projects and repositories that don't exist yet, which are out of reach for bound keys. */
function listRepositoryCells({ service, ours, theirs }: Stage): Cell[] {
  const body = { name: 'new', repository: `${service.baseUrl}/git/${ours.repository}.git` };
  return [
    cell('createProject', 'a new one', '/v1/projects', { body, widens: true }),
    cell('checkRepository', 'any', '/v1/repositories/check', { body: { repository: 'nonsense' }, widens: true }),
    cell('createRepository', 'a name in use', '/v1/repositories', { body: { name: ours.repository } }),
    ...[ours, theirs].flatMap(({ repository }) => {
      const isForeign = repository === theirs.repository;
      return [
        cell('getRepository', repository, `/v1/repositories/${repository}`, { isForeign }),
        cell('createRepositoryCommit', repository, `/v1/repositories/${repository}/commits`, {
          isForeign,
          body: { message: 'Docs', files: [{ path: 'docs.json', content: '{}' }] },
        }),
        cell('revokeRepositoryLinks', repository, `/v1/repositories/${repository}/revoke-links`, { isForeign }),
        cell('deleteRepository', repository, `/v1/repositories/${repository}`, { isForeign }),
      ];
    }),
  ];
}

/** Lists requests about a code host that doesn't respond, so that no data changes and no request leaves the machine. */
function listCodeHostCells({ service, ours, theirs }: Stage): Cell[] {
  const body = { kind: 'gitea', webUrl: 'http://127.0.0.1:9', token: 'x' };
  return [
    cell('listCodeHosts', 'all', '/v1/code-hosts'),
    cell('createCodeHost', 'at a private address', '/v1/code-hosts', { body }),
    cell('startGitHubApp', 'at a private address', '/v1/code-hosts/github-apps', {
      body: { webUrl: 'http://127.0.0.1:9' },
    }),
    cell('completeGitHubApp', 'that nobody started', '/v1/code-hosts/github-apps/complete', {
      body: { code: 'x', state: 'x', verifier: 'x' },
    }),
    ...(['ours', 'theirs'] as const).flatMap((whose) => {
      const { organizationId } = whose === 'ours' ? ours : theirs;
      const path = `/v1/code-hosts/ch_${whose}`;
      const isForeign = whose === 'theirs';
      const restore = () => putCodeHost(service, organizationId, whose);
      return [
        cell('getCodeHost', whose, path, { isForeign }),
        cell('updateCodeHost', whose, path, { isForeign, body: { name: 'Git' } }),
        cell('testCodeHost', whose, `${path}/test`, { isForeign }),
        cell('listHostedRepositories', whose, `${path}/repositories`, { isForeign }),
        cell('deleteCodeHost', whose, path, { isForeign, restore }),
      ];
    }),
  ];
}

async function listKeyCells({ service, ours, theirs, here }: Stage): Promise<Cell[]> {
  const make = (about: string, body: object, touched: Holding) =>
    cell('createApiKey', about, '/v1/api-keys', { body: { name: 'made', ...body }, touches: [touched] });
  const made = [
    ...scopes.map((scope) => make(`with ${scope}`, { scopes: [scope], expiresAt: null }, endless(scope))),
    ...[1, 3].map((endsInHours) => {
      const holding: Holding = { ...endless('api-keys:write'), endsInHours };
      const body = { scopes: holding.scopes, expiresAt: endOf(holding)?.toISOString() };
      return make(`that ends in ${endsInHours} h`, body, holding);
    }),
    make(
      'bound',
      { scopes: ['projects:write'], projectIds: [here.projectId], expiresAt: null },
      {
        ...endless('projects:write'),
        boundTo: here.projectId,
      },
    ),
  ];
  const targets: Readonly<Record<string, Holding>> = {
    'a key with few permissions': endless('projects:read'),
    'a key that can create keys': endless('api-keys:write'),
    'an admin’s': holdingOfRole.admin,
    'an owner’s': endless('admin'),
    'an owner’s key bound to a project': { ...endless('admin'), boundTo: here.projectId },
    'a key that expires in 1 h': { ...endless('api-keys:write'), endsInHours: 1 },
    'a key that expires in 3 h': { ...endless('api-keys:write'), endsInHours: 3 },
  };
  const touched: Cell[] = [];
  for (const [tenant, isForeign] of [
    [ours, false],
    [theirs, true],
  ] as const) {
    for (const [about, holding] of Object.entries(targets)) {
      let target = await makeKey(service, tenant.organizationId, holding);
      const restore = async () => (target = await makeKey(service, tenant.organizationId, holding));
      for (const [operation, verb] of [
        ['rollApiKey', 'roll'],
        ['revokeApiKey', 'revoke'],
      ] as const) {
        touched.push({
          ...cell(operation, `${isForeign ? 'theirs, ' : ''}${about}`, '', { isForeign, touches: [holding], restore }),
          get path() {
            return `/v1/api-keys/${target.id}/${verb}`;
          },
        });
      }
    }
  }
  return [...made, ...touched];
}

async function listMemberCells({ service, ours, theirs }: Stage): Promise<Cell[]> {
  const cells: Cell[] = [];
  const { pool } = service.api.platform.database;
  for (const [{ organizationId }, isForeign] of [
    [ours, false],
    [theirs, true],
  ] as const) {
    const whose = isForeign ? 'their' : 'our';
    for (const role of roles) {
      const held = holdingOfRole[role];
      const userId = await putMember(service, organizationId, role);
      const invitationId = await putInvitation(service, organizationId, role);
      const member = { isForeign, restore: () => putMember(service, organizationId, role) };
      const invitation = { isForeign, touches: [held], restore: () => putInvitation(service, organizationId, role) };
      const path = `/v1/organization/members/${userId}`;
      cells.push(
        cell('removeMember', `${whose} ${role}`, path, { ...member, touches: [held] }),
        cell('revokeInvitation', `${whose} ${role}`, `/v1/organization/invitations/${invitationId}`, invitation),
        ...(isForeign ? [role] : roles).map((next) =>
          cell('updateMember', `${whose} ${role} to ${next}`, path, {
            ...member,
            touches: [held, holdingOfRole[next]],
            body: { role: next },
          }),
        ),
      );
    }
  }
  const invite = (about: string, invited: { email: string; role: Role }, details: Partial<CellDetails>) =>
    cell('createInvitation', about, '/v1/organization/invitations', {
      body: { ...invited, sendMail: false },
      ...details,
    });
  for (const role of roles) {
    const email = `new-${role}@example.org`;
    const restore = () => pool.query('delete from invitations where email = $1', [email]);
    cells.push(invite(`as ${role}`, { email, role }, { touches: [holdingOfRole[role]], restore }));
    cells.push(
      invite(
        `as viewer, in place of ${role}`,
        { email: invitedAs(role), role: 'viewer' },
        {
          touches: [holdingOfRole.viewer, holdingOfRole[role]],
          restore: () => putInvitation(service, ours.organizationId, role),
        },
      ),
    );
  }
  return cells;
}

function listWebhookCells({ service, ours, theirs }: Stage, whose: 'ours' | 'theirs'): Cell[] {
  const tenant = whose === 'ours' ? ours : theirs;
  let { endpoint } = tenant;
  const isForeign = whose === 'theirs';
  const of = (operation: OperationId, rest: () => string, details: Partial<CellDetails> = {}): Cell => ({
    ...cell(operation, whose, '', { isForeign, ...details }),
    get path() {
      return `/v1/webhook-endpoints/${endpoint.id}${rest()}`;
    },
  });
  const delivery = (): string => `/deliveries/${endpoint.deliveryId}`;
  return [
    of('getWebhookEndpoint', () => ''),
    of('updateWebhookEndpoint', () => '', { body: { description: 'x' } }),
    of('rotateWebhookSecret', () => '/rotate-secret', { body: {} }),
    of('testWebhookEndpoint', () => '/test'),
    of('listWebhookDeliveries', () => '/deliveries'),
    of('getWebhookDelivery', delivery),
    of('replayWebhookDelivery', () => `${delivery()}/replay`),
    of('deleteWebhookEndpoint', () => '', {
      restore: async () => (endpoint = await makeEndpoint(service, tenant.key)),
    }),
  ];
}
