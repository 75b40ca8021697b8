export { createClient, type Client, type ClientOptions, type StreamAgentJobEventsInput } from './create-client.ts';
export { DocwrightError, type ClientErrorCode, type DocwrightErrorFields } from './docwright-error.ts';
export type { RequestOptions } from './operation-row.ts';
export type { ServerSentEvent } from './read-event-stream.ts';
export type { WaitOptions } from './wait-until.ts';
export type { OperationMethods } from './operations.generated.ts';
export type {
  AgentJob,
  AgentJobEvent,
  AgentJobEventList,
  AgentJobList,
  AgentJobPreview,
  AgentSettings,
  ApiKey,
  ApiKeyList,
  AuditEvent,
  AuditEventList,
  Bundle,
  ErrorBody,
  ErrorCode,
  ExportIssue,
  ExportJob,
  ExportJobList,
  Health,
  Invitation,
  InvitationList,
  JobError,
  Me,
  Member,
  MemberList,
  ModelTests,
  NewApiKey,
  NewInvitation,
  Organization,
  Project,
  ProjectList,
  ProjectModels,
  Readiness,
  Repository,
  RepositoryList,
  SitePreview,
  StaticExportComparison,
  System,
} from './types.generated.ts';
