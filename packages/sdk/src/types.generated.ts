// Made by scripts/generate-sdk.ts from the operations of the contract. Change those, and make it again.

export interface AgentJob {
  id: string;
  status: 'active' | 'completed' | 'archived' | 'failed';
  source: {
    /** Full URL of the source repository. */
    repository: string;
    /** Branch that the agent works on. */
    ref: string | null;
  };
  /** Model that runs the job. */
  model: string;
  /** The pull request. Null while active, and when no file was changed. */
  prLink: string | null;
  /** When the job was accepted. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the job was archived. RFC 3339, UTC, milliseconds. */
  archivedAt: string | null;
  /** When anything of the job last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  /** What came of it. Null while active and when failed. */
  result: 'changes' | 'no_changes' | 'needs_input' | 'needs_model' | 'blocked_by_policy' | 'conflict' | null;
  /** What was done, for a person. */
  summary: string | null;
  error: JobError | null;
  usage: {
    inputTokens: number;
    outputTokens: number;
    costUsd: number;
    /** False when the provider left out the figures of a step. */
    known: boolean;
  };
  files: Array<{
    path: string;
    change: 'added' | 'modified' | 'deleted';
    /** Lines. */
    added: number;
    /** Lines. */
    removed: number;
  }>;
  /** Job whose open pull request has the same tree. */
  duplicateOf: string | null;
  /** Prompts so far: 1 plus the follow-ups. */
  turns: number;
}

export interface AgentJobEvent {
  /** Grows within the job; the value for `after` and `Last-Event-ID`. */
  id: number;
  type: 'job.created' | 'job.follow_up' | 'turn.started' | 'step.model' | 'step.tools' | 'gate.checked' | 'commit.made' | 'branch.pushed' | 'pull_request.ready' | 'job.completed' | 'job.failed' | 'job.cancelled' | 'job.archived';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  at: string;
  data: Record<string, unknown>;
}

export interface AgentJobEventList {
  events: AgentJobEvent[];
}

export interface AgentJobList {
  jobs: AgentJob[];
  nextCursor: string | null;
}

export interface ApiKey {
  id: string;
  name: string;
  /** The first characters, to tell keys apart: `dw_Ab3d`. */
  prefix: string;
  lastFour: string;
  scopes: Array<'admin' | 'agent-jobs:read' | 'agent-jobs:write' | 'exports:read' | 'exports:write' | 'projects:read' | 'projects:write' | 'api-keys:read' | 'api-keys:write' | 'organization:read' | 'organization:write' | 'repositories:read' | 'repositories:write' | 'metrics:read'>;
  projectIds: string[] | null;
  /** Id of the key that made it, or `setup`. */
  createdBy: string;
  /** When the key was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the key was last used, to the minute. RFC 3339, UTC, milliseconds. */
  lastUsedAt: string | null;
  /** When the key stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string | null;
  /** When the key was revoked. RFC 3339, UTC, milliseconds. */
  revokedAt: string | null;
}

export interface ApiKeyList {
  apiKeys: ApiKey[];
}

export interface Bundle {
  jobId: string;
  /** Presigned: works without any header until `expiresAt`. */
  bundleUrl: string;
  sizeBytes: number;
  sha256: string;
  /** When `bundleUrl` stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
}

export interface ErrorBody {
  /** What went wrong, for a person: the value given and what is allowed. */
  error: string;
  /** Stable; for programs. */
  code: 'invalid_request' | 'invalid_json' | 'invalid_domain' | 'unknown_domain' | 'unknown_page' | 'invalid_repository' | 'unauthorized' | 'insufficient_scope' | 'plan_required' | 'link_invalid' | 'not_found' | 'method_not_allowed' | 'agent_job_archived' | 'agent_job_active' | 'agent_job_not_active' | 'export_not_completed' | 'export_in_progress' | 'export_not_active' | 'domain_taken' | 'repository_taken' | 'repository_in_use' | 'project_in_use' | 'api_key_revoked' | 'idempotency_in_progress' | 'payload_too_large' | 'unsupported_media_type' | 'idempotency_mismatch' | 'rate_limited' | 'internal' | 'unavailable';
  /** The same as the X-Request-Id header; the log has it. */
  requestId: string;
  /** Only with status 400. */
  details?: Array<{
    /** JSON Pointer (RFC 6901) into the body, or the name of a parameter. */
    path: string;
    message: string;
  }>;
}

export interface ExportIssue {
  /** Source file, relative to the docs folder. */
  path: string;
  line: number | null;
  severity: 'error' | 'warning' | 'info';
  code: string;
  message: string;
}

export interface ExportJob {
  jobId: string;
  projectId: string;
  domain: string | null;
  status: 'queued' | 'running' | 'completed' | 'failed';
  /** Never decreases. */
  progress: number;
  /** Pages rendered so far. */
  pageCount: number;
  totalPages: number | null;
  version: string | null;
  commit: string | null;
  basePath: string;
  /** When the job was accepted. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When anything of the job last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  /** Why the job failed. */
  error: string | null;
  /** The same for programs; see the job error codes. */
  errorCode: string | null;
  /** At most 1,000, errors first; `issueCount` has the number of all. */
  issues: ExportIssue[];
  issueCount: number;
  durationMs: number | null;
  sha256: string | null;
  sizeBytes?: number;
  /** Once completed: a fresh link on each read. */
  bundleUrl?: string;
  /** When `bundleUrl` stops working. RFC 3339, UTC, milliseconds. */
  expiresAt?: string;
}

export interface ExportJobList {
  jobs: ExportJob[];
  nextCursor: string | null;
}

export interface Health {
  status: 'ok';
  version: string;
}

export interface JobError {
  code: 'cancelled' | 'repository_not_found' | 'repository_unreachable' | 'repository_empty' | 'permission_denied' | 'branch_not_found' | 'branch_moved' | 'pull_request_closed' | 'no_docs_config' | 'invalid_docs_config' | 'limit_exceeded' | 'strict_issues' | 'model_unavailable' | 'model_rejected' | 'budget_exceeded' | 'no_progress' | 'gate_failed' | 'worker_lost' | 'storage_unavailable' | 'internal';
  message: string;
  /** What to do about it. */
  remedy: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
}

export interface NewApiKey {
  id: string;
  name: string;
  /** The first characters, to tell keys apart: `dw_Ab3d`. */
  prefix: string;
  lastFour: string;
  scopes: Array<'admin' | 'agent-jobs:read' | 'agent-jobs:write' | 'exports:read' | 'exports:write' | 'projects:read' | 'projects:write' | 'api-keys:read' | 'api-keys:write' | 'organization:read' | 'organization:write' | 'repositories:read' | 'repositories:write' | 'metrics:read'>;
  projectIds: string[] | null;
  /** Id of the key that made it, or `setup`. */
  createdBy: string;
  /** When the key was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the key was last used, to the minute. RFC 3339, UTC, milliseconds. */
  lastUsedAt: string | null;
  /** When the key stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string | null;
  /** When the key was revoked. RFC 3339, UTC, milliseconds. */
  revokedAt: string | null;
  /** The key itself, shown this once. */
  key: string;
}

export interface Organization {
  id: string;
  name: string;
  plan: 'free' | 'pro' | 'enterprise';
  /** When the organization was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

export interface Project {
  id: string;
  name: string;
  repository: string;
  branch: string;
  docsFolder: string;
  domains: string[];
  deploymentKind: 'cloud' | 'client-hosted' | 'air-gapped';
  model: string;
  features: {
    search: boolean;
    assistant: boolean;
    analytics: boolean;
    playground: boolean;
    offlineSearch: boolean;
  };
  asDraft: boolean;
  /** When the project was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the project last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
}

export interface ProjectList {
  projects: Project[];
  nextCursor: string | null;
}

export interface Readiness {
  status: 'ready' | 'not_ready';
  checks: Record<string, 'ok' | 'failed'>;
}

export interface Repository {
  name: string;
  defaultBranch: string;
  /** For git, with an API key as the password. */
  cloneUrl: string;
  /** Its page. Whoever has the link can read it. */
  webUrl: string;
  /** When the repository was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

export interface RepositoryList {
  repositories: Repository[];
}

export type ErrorCode = ErrorBody['code'];
