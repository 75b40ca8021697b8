import { adminOperations } from './admin-operations.ts';
import { agentJobOperations } from './agent-job-operations.ts';
import { agentJobV1Operations } from './agent-job-v1.ts';
import { analyticsOperations } from './analytics.ts';
import { analyticsEventOperations } from './analytics-events.ts';
import { analyticsPageOperations } from './analytics-page.ts';
import { auditEventOperations } from './audit-event-operations.ts';
import { agentSettingsOperations } from './agent-settings-operations.ts';
import { automationOperations } from './automation-operations.ts';
import { assistantConversationOperations } from './assistant-conversations.ts';
import { assistantSettingsOperations } from './assistant-settings.ts';
import { assistantOperations } from './assistant.ts';
import { budgetOperations } from './budget.ts';
import { codeHostHookOperations } from './code-host-hook-operations.ts';
import { codeHostOperations } from './code-host-operations.ts';
import { deploymentOperations } from './deployment-operations.ts';
import { discoveryOperations } from './discovery.ts';
import { domainOperations } from './domain-operations.ts';
import { commentOperations } from './comment-operations.ts';
import { draftOperations } from './draft-operations.ts';
import { exportJobOperations } from './export-job-operations.ts';
import { feedbackOperations } from './feedback.ts';
import { mcpOperations } from './mcp.ts';
import { memberOperations } from './member-operations.ts';
import { notificationOperations } from './notification.ts';
import { overviewOperations } from './overview.ts';
import { pageHealthOperations } from './page-health.ts';
import { previewOperations } from './preview.ts';
import { pullRequestOperations } from './pull-request-operations.ts';
import { publicKeyOperations } from './public-key.ts';
import { repositoryOperations } from './repository-operations.ts';
import { searchCheckOperations } from './search-check.ts';
import { siteAccessOperations } from './site-access-operations.ts';
import { suggestionOperations } from './suggestion.ts';
import { systemOperations } from './system.ts';
import { storageOperations } from './storage.ts';
import { usageOperations } from './usage.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Every operation of the API by its `operationId`. */
export const operations = {
  ...agentJobOperations,
  ...agentJobV1Operations,
  ...automationOperations,
  ...draftOperations,
  ...commentOperations,
  ...exportJobOperations,
  ...deploymentOperations,
  ...pullRequestOperations,
  ...searchCheckOperations,
  ...discoveryOperations,
  ...assistantOperations,
  ...mcpOperations,
  ...analyticsOperations,
  ...feedbackOperations,
  ...suggestionOperations,
  ...analyticsPageOperations,
  ...analyticsEventOperations,
  ...pageHealthOperations,
  ...publicKeyOperations,
  ...domainOperations,
  ...siteAccessOperations,
  ...adminOperations,
  ...agentSettingsOperations,
  ...assistantSettingsOperations,
  ...assistantConversationOperations,
  ...repositoryOperations,
  ...webhookOperations,
  ...codeHostOperations,
  ...codeHostHookOperations,
  ...memberOperations,
  ...auditEventOperations,
  ...systemOperations,
  ...overviewOperations,
  ...storageOperations,
  ...usageOperations,
  ...budgetOperations,
  ...notificationOperations,
  ...previewOperations,
} as const;

export type OperationId = keyof typeof operations;
