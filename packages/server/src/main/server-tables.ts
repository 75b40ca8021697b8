import type { AccountTables } from '../modules/identity/accounts/index.ts';
import type { AgentJobTables } from '../modules/agent/agent-jobs/index.ts';
import type { AgentSettingsTables } from '../modules/project-config/agent-settings/index.ts';
import type { AnalyticsTables, FeedbackTables } from '../modules/readers/analytics/index.ts';
import type { ApiKeyTables } from '../modules/project-config/api-keys/index.ts';
import type { AssistantTables } from '../modules/readers/assistant/index.ts';
import type { AuditLogTables } from '../modules/foundation/audit-log/index.ts';
import type { AutomationTables } from '../modules/agent/automations/index.ts';
import type { CertificateTables } from '../modules/publishing/certificates/index.ts';
import type { CodeHostEventTables } from '../modules/agent/code-host-events/index.ts';
import type { CodeHostTables } from '../modules/sources/code-hosts/index.ts';
import type { DeploymentTables } from '../modules/publishing/deployments/index.ts';
import type { DomainTables } from '../modules/publishing/domains/index.ts';
import type { DraftTables } from '../modules/publishing/drafts/index.ts';
import type { EdgeTables } from '../modules/readers/edge/index.ts';
import type { ExportTables } from '../modules/publishing/exports/index.ts';
import type { IdempotencyTables } from '../modules/foundation/idempotency/index.ts';
import type { LocalCodeHostTables } from '../modules/sources/local-code-host/index.ts';
import type { ModelSettingsTables } from '../modules/project-config/model-settings/index.ts';
import type { NotificationTables } from '../modules/agent/notifications/index.ts';
import type { OrganizationTables } from '../modules/identity/organizations/index.ts';
import type { OverviewTables } from '../modules/operations/overview/index.ts';
import type { CommentTables } from '../modules/publishing/comments/index.ts';
import type { ContextTables } from '../modules/agent/context-repositories/index.ts';
import type { PageHealthTables } from '../modules/readers/page-health/index.ts';
import type { ProjectTables } from '../modules/project-config/projects/index.ts';
import type { PullRequestTables } from '../modules/publishing/pull-requests/index.ts';
import type { PublicKeyTables } from '../modules/project-config/public-keys/index.ts';
import type { RateLimitTables } from '../modules/foundation/rate-limits/index.ts';
import type { SharedTextTables } from '../modules/publishing/shared-texts/index.ts';
import type { SectionVectorTables } from '../modules/readers/section-vectors/index.ts';
import type { SearchCheckTables } from '../modules/readers/search-checks/index.ts';
import type { SiteAccessTables } from '../modules/publishing/site-access/index.ts';
import type { SiteBundleTables } from '../modules/building/site-bundles/index.ts';
import type { StorageTables } from '../modules/identity/storage/index.ts';
import type { SuggestionTables } from '../modules/readers/suggestions/index.ts';
import type { UpkeepTables } from '../modules/foundation/upkeep/index.ts';
import type { WebhookTables } from '../modules/project-config/webhooks/index.ts';

/** All of the service's tables, each declared by the module that owns it. */
export type ServerTables = AccountTables &
  AgentJobTables &
  AgentSettingsTables &
  AnalyticsTables &
  FeedbackTables &
  ApiKeyTables &
  AssistantTables &
  AuditLogTables &
  AutomationTables &
  CertificateTables &
  CodeHostEventTables &
  CodeHostTables &
  CommentTables &
  DeploymentTables &
  DomainTables &
  DraftTables &
  EdgeTables &
  ExportTables &
  IdempotencyTables &
  LocalCodeHostTables &
  ModelSettingsTables &
  NotificationTables &
  OrganizationTables &
  OverviewTables &
  PageHealthTables &
  ContextTables &
  ProjectTables &
  PullRequestTables &
  PublicKeyTables &
  RateLimitTables &
  SectionVectorTables &
  SearchCheckTables &
  SharedTextTables &
  SiteAccessTables &
  SiteBundleTables &
  StorageTables &
  SuggestionTables &
  UpkeepTables &
  WebhookTables;
