import type { AccountTables } from '../modules/accounts/index.ts';
import type { AgentJobTables } from '../modules/agent-jobs/index.ts';
import type { AgentSettingsTables } from '../modules/agent-settings/index.ts';
import type { AnalyticsTables, FeedbackTables } from '../modules/analytics/index.ts';
import type { ApiKeyTables } from '../modules/api-keys/index.ts';
import type { AssistantTables } from '../modules/assistant/index.ts';
import type { AuditLogTables } from '../modules/audit-log/index.ts';
import type { CertificateTables } from '../modules/certificates/index.ts';
import type { CodeHostEventTables } from '../modules/code-host-events/index.ts';
import type { CodeHostTables } from '../modules/code-hosts/index.ts';
import type { DeploymentTables } from '../modules/deployments/index.ts';
import type { DomainTables } from '../modules/domains/index.ts';
import type { ExportTables } from '../modules/exports/index.ts';
import type { IdempotencyTables } from '../modules/idempotency/index.ts';
import type { LocalCodeHostTables } from '../modules/local-code-host/index.ts';
import type { ModelSettingsTables } from '../modules/model-settings/index.ts';
import type { NotificationTables } from '../modules/notifications/index.ts';
import type { OrganizationTables } from '../modules/organizations/index.ts';
import type { OverviewTables } from '../modules/overview/index.ts';
import type { PageHealthTables } from '../modules/page-health/index.ts';
import type { ProjectTables } from '../modules/projects/index.ts';
import type { PullRequestTables } from '../modules/pull-requests/index.ts';
import type { PublicKeyTables } from '../modules/public-keys/index.ts';
import type { RateLimitTables } from '../modules/rate-limits/index.ts';
import type { SectionVectorTables } from '../modules/section-vectors/index.ts';
import type { SearchCheckTables } from '../modules/search-checks/index.ts';
import type { SiteBundleTables } from '../modules/site-bundles/index.ts';
import type { StorageTables } from '../modules/storage/index.ts';
import type { SuggestionTables } from '../modules/suggestions/index.ts';
import type { UpkeepTables } from '../modules/upkeep/index.ts';
import type { WebhookTables } from '../modules/webhooks/index.ts';

/** Every table of the service, each declared by the module that owns it. */
export type ServerTables = AccountTables &
  AgentJobTables &
  AgentSettingsTables &
  AnalyticsTables &
  FeedbackTables &
  ApiKeyTables &
  AssistantTables &
  AuditLogTables &
  CertificateTables &
  CodeHostEventTables &
  CodeHostTables &
  DeploymentTables &
  DomainTables &
  ExportTables &
  IdempotencyTables &
  LocalCodeHostTables &
  ModelSettingsTables &
  NotificationTables &
  OrganizationTables &
  OverviewTables &
  PageHealthTables &
  ProjectTables &
  PullRequestTables &
  PublicKeyTables &
  RateLimitTables &
  SectionVectorTables &
  SearchCheckTables &
  SiteBundleTables &
  StorageTables &
  SuggestionTables &
  UpkeepTables &
  WebhookTables;
