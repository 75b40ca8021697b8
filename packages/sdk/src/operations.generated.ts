// Made by scripts/generate-sdk.ts from the operations of the contract. Change those, and make it again.
import type { OperationRow, RequestOptions } from './operation-row.ts';
import type { ServerSentEvent } from './read-event-stream.ts';
import type {
  AgentJob,
  AgentJobEventList,
  AgentJobList,
  ApiKey,
  ApiKeyList,
  Bundle,
  ExportJob,
  ExportJobList,
  Health,
  NewApiKey,
  Organization,
  Project,
  ProjectList,
  Readiness,
  Repository,
  RepositoryList,
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
}

export interface StartStaticExportInput {
  /** Host name only: no scheme, port, path or trailing slash. */
  domain: string;
  /** Label of the export. Default: the commit. */
  version?: string | undefined;
  /** Page paths to render. Default: every published page. */
  paths?: string[] | undefined;
  /** Path under which the site will be served: `""` or `/docs`. */
  basePath?: string | undefined;
  /** Fail the job when any page has an error-level issue. */
  strict?: boolean | undefined;
}

export interface ListStaticExportsInput {
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
  /** Path under which the site will be served: `""` or `/docs`. */
  basePath?: string | undefined;
  /** Fail the job when any page has an error-level issue. */
  strict?: boolean | undefined;
}

export interface GetProjectStaticExportInput {
  /** Project. */
  projectId: string;
  /** Export job. */
  jobId: string;
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
    playground?: boolean | undefined;
    offlineSearch?: boolean | undefined;
  } | undefined;
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
    playground?: boolean | undefined;
    offlineSearch?: boolean | undefined;
  } | undefined;
  /** Whether agent pull requests are drafts unless the job says otherwise. */
  asDraft?: boolean | undefined;
}

export interface DeleteProjectInput {
  /** Project. */
  projectId: string;
}

export interface CreateApiKeyInput {
  name: string;
  /** Default: those of the key that asks. */
  scopes?: Array<'admin' | 'agent-jobs:read' | 'agent-jobs:write' | 'exports:read' | 'exports:write' | 'projects:read' | 'projects:write' | 'api-keys:read' | 'api-keys:write' | 'organization:read' | 'organization:write' | 'repositories:read' | 'repositories:write' | 'metrics:read'> | undefined;
  /** Default: all projects. A key that is bound to projects reaches nothing that the organization shares: keys, repositories, settings. */
  projectIds?: string[] | null | undefined;
  /** Default: never. RFC 3339, UTC, milliseconds. */
  expiresAt?: string | null | undefined;
}

export interface RollApiKeyInput {
  /** API key. */
  id: string;
  /** How long the old key goes on working. */
  overlapSeconds?: number | undefined;
}

export interface RevokeApiKeyInput {
  /** API key. */
  id: string;
}

export interface UpdateOrganizationInput {
  name?: string | undefined;
  plan?: 'free' | 'pro' | 'enterprise' | undefined;
}

export interface CreateRepositoryInput {
  /** Unique in the installation: the name in `/git/{name}.git`. */
  name: string;
  /** Default: `main`. */
  defaultBranch?: string | undefined;
}

export interface GetRepositoryInput {
  /** Name of the repository. */
  name: string;
}

export interface DeleteRepositoryInput {
  /** Name of the repository. */
  name: string;
}

/** One method for each operation of the API. */
export interface OperationMethods {
  /** Create an agent job. An agent edits the project’s repository in the background and opens a pull request. At most 100 accepted requests in any hour for each project. Errors of its own: `not_found`, `rate_limited`. */
  createAgentJob(input: CreateAgentJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Get an agent job. With `wait` the answer comes when the status leaves `active`, or after that many seconds. Errors of its own: `not_found`. */
  getAgentJob(input: GetAgentJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Send a follow-up. The job becomes active again and goes on from where it is, on the same branch and pull request. At most 100 accepted follow-ups in any hour for each project. Errors of its own: `not_found`, `agent_job_archived`, `agent_job_active`, `rate_limited`. */
  sendAgentJobMessage(input: SendAgentJobMessageInput, options?: RequestOptions): Promise<AgentJob>;

  /** List agent jobs. Newest first. Errors of its own: `not_found`. */
  listAgentJobs(input: ListAgentJobsInput, options?: RequestOptions): Promise<AgentJobList>;

  /** List or stream events. What the job did, oldest first. With `Accept: text/event-stream` the answer is a stream that ends with the turn and honours `Last-Event-ID`. Errors of its own: `not_found`. */
  listAgentJobEvents(input: ListAgentJobEventsInput, options?: RequestOptions): Promise<AgentJobEventList>;

  /** Get the diff. The job’s edits against its base commit, so far, as a unified diff. Empty when there are none. Errors of its own: `not_found`. */
  getAgentJobDiff(input: GetAgentJobDiffInput, options?: RequestOptions): Promise<string>;

  /** Cancel an agent job. The job fails with `error.code` `cancelled`. A pull request that is there already stays. Errors of its own: `not_found`, `agent_job_not_active`. */
  cancelAgentJob(input: CancelAgentJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Archive an agent job. Final: an archived job takes no follow-up. Archiving it again changes nothing. Errors of its own: `not_found`, `agent_job_active`. */
  archiveAgentJob(input: ArchiveAgentJobInput, options?: RequestOptions): Promise<AgentJob>;

  /** Start an export by domain. Renders the site of a domain to one archive in the background. Errors of its own: `invalid_domain`, `unknown_domain`, `unknown_page`, `plan_required`, `rate_limited`. */
  startStaticExport(input: StartStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** List exports. Newest first. Errors of its own: `invalid_domain`, `plan_required`. */
  listStaticExports(input?: ListStaticExportsInput, options?: RequestOptions): Promise<ExportJobList>;

  /** Get an export. Status, progress and, once completed, a fresh link. Errors of its own: `not_found`, `plan_required`. */
  getStaticExport(input: GetStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** Stream an export. A server-sent event with the job at each change, until it ends. Errors of its own: `not_found`, `plan_required`. */
  streamStaticExport(input: StreamStaticExportInput, options?: RequestOptions): AsyncIterable<ServerSentEvent>;

  /** Get a link to the bundle. A fresh presigned link; older ones go on working until their own time. Errors of its own: `not_found`, `export_not_completed`, `plan_required`. */
  createStaticExportBundle(input: CreateStaticExportBundleInput, options?: RequestOptions): Promise<Bundle>;

  /** Cancel an export. The job fails with `errorCode` `cancelled`. Errors of its own: `not_found`, `export_not_active`, `plan_required`. */
  cancelStaticExport(input: CancelStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** Start an export by project. One at a time for each project, and at most 10 in any hour for each organization. Errors of its own: `not_found`, `unknown_page`, `export_in_progress`, `plan_required`, `rate_limited`. */
  startProjectStaticExport(input: StartProjectStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** Get an export of a project. The same job as by its id alone. Errors of its own: `not_found`, `plan_required`. */
  getProjectStaticExport(input: GetProjectStaticExportInput, options?: RequestOptions): Promise<ExportJob>;

  /** Create a project. A documentation site and its repository. Errors of its own: `invalid_repository`, `invalid_domain`, `domain_taken`. */
  createProject(input: CreateProjectInput, options?: RequestOptions): Promise<Project>;

  /** List projects. Newest first. */
  listProjects(input?: ListProjectsInput, options?: RequestOptions): Promise<ProjectList>;

  /** Get a project. Its settings. Errors of its own: `not_found`. */
  getProject(input: GetProjectInput, options?: RequestOptions): Promise<Project>;

  /** Change a project. Fields that are left out stay as they are. Errors of its own: `not_found`, `invalid_repository`, `invalid_domain`, `domain_taken`. */
  updateProject(input: UpdateProjectInput, options?: RequestOptions): Promise<Project>;

  /** Delete a project. With its jobs. The repository and its pull requests stay where they are. Errors of its own: `not_found`, `project_in_use`. */
  deleteProject(input: DeleteProjectInput, options?: RequestOptions): Promise<void>;

  /** Create an API key. The key is in this answer only. No key can make one that may do more than itself. */
  createApiKey(input: CreateApiKeyInput, options?: RequestOptions): Promise<NewApiKey>;

  /** List API keys. Newest first, revoked ones too, never the keys themselves. */
  listApiKeys(options?: RequestOptions): Promise<ApiKeyList>;

  /** Roll an API key. A new key with the same name, scopes and projects; the old one ends after the overlap. Errors of its own: `not_found`, `api_key_revoked`. */
  rollApiKey(input: RollApiKeyInput, options?: RequestOptions): Promise<NewApiKey>;

  /** Revoke an API key. It stops working on every replica within 5 seconds. Errors of its own: `not_found`. */
  revokeApiKey(input: RevokeApiKeyInput, options?: RequestOptions): Promise<ApiKey>;

  /** Get the key’s organization. Its name and plan. */
  getOrganization(options?: RequestOptions): Promise<Organization>;

  /** Change the key’s organization. Fields that are left out stay as they are. */
  updateOrganization(input?: UpdateOrganizationInput, options?: RequestOptions): Promise<Organization>;

  /** Get metrics. In the Prometheus text format. */
  getMetrics(options?: RequestOptions): Promise<string>;

  /** Is the process alive. Answers while the process runs, whatever it depends on. */
  getHealth(options?: RequestOptions): Promise<Health>;

  /** Can the process do its work. With database, migrations, job engine and blob store checked. 503 with the same body when it can’t. */
  getReadiness(options?: RequestOptions): Promise<Readiness>;

  /** Create a repository on the embedded code host. Empty: push to its `cloneUrl` with any user name and an API key as the password. Errors of its own: `repository_taken`. */
  createRepository(input: CreateRepositoryInput, options?: RequestOptions): Promise<Repository>;

  /** List the repositories of the embedded code host. By name. */
  listRepositories(options?: RequestOptions): Promise<RepositoryList>;

  /** Get a repository of the embedded code host. Its addresses. Errors of its own: `not_found`. */
  getRepository(input: GetRepositoryInput, options?: RequestOptions): Promise<Repository>;

  /** Delete a repository of the embedded code host. With its pull requests. A project that uses it must be deleted or moved first. Errors of its own: `not_found`, `repository_in_use`. */
  deleteRepository(input: DeleteRepositoryInput, options?: RequestOptions): Promise<void>;
}

export const operationTable: Readonly<Record<keyof OperationMethods, OperationRow>> = {
  createAgentJob: { method: 'POST', path: '/v2/agent/{projectId}/job', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  getAgentJob: { method: 'GET', path: '/v2/agent/{projectId}/job/{id}', query: ['wait'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  sendAgentJobMessage: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/message', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  listAgentJobs: { method: 'GET', path: '/v2/agent/{projectId}/jobs', query: ['status', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  listAgentJobEvents: { method: 'GET', path: '/v2/agent/{projectId}/job/{id}/events', query: ['after'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getAgentJobDiff: { method: 'GET', path: '/v2/agent/{projectId}/job/{id}/diff', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'text' },
  cancelAgentJob: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/cancel', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  archiveAgentJob: { method: 'POST', path: '/v2/agent/{projectId}/job/{id}/archive', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  startStaticExport: { method: 'POST', path: '/v1/static-export/jobs', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  listStaticExports: { method: 'GET', path: '/v1/static-export/jobs', query: ['domain', 'status', 'limit', 'cursor'], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getStaticExport: { method: 'GET', path: '/v1/static-export/jobs/{jobId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  streamStaticExport: { method: 'GET', path: '/v1/static-export/jobs/{jobId}/events', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'events' },
  createStaticExportBundle: { method: 'POST', path: '/v1/static-export/jobs/{jobId}/bundle', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  cancelStaticExport: { method: 'POST', path: '/v1/static-export/jobs/{jobId}/cancel', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  startProjectStaticExport: { method: 'POST', path: '/v1/static-export/{projectId}/jobs', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  getProjectStaticExport: { method: 'GET', path: '/v1/static-export/{projectId}/jobs/{jobId}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
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
  createRepository: { method: 'POST', path: '/v1/repositories', query: [], hasBody: true, idempotent: true, needsKey: true, answer: 'json' },
  listRepositories: { method: 'GET', path: '/v1/repositories', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  getRepository: { method: 'GET', path: '/v1/repositories/{name}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'json' },
  deleteRepository: { method: 'DELETE', path: '/v1/repositories/{name}', query: [], hasBody: false, idempotent: false, needsKey: true, answer: 'nothing' },
};
