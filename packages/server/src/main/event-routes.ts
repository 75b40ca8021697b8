import type { FastifyInstance } from 'fastify';
import {
  defaultCodeHostEventSettings,
  registerCodeHostHookRoutes,
  registerHookReceiver,
} from '../modules/agent/code-host-events/index.ts';
import { createRefreshPullRequest } from '../modules/agent/agent-jobs/index.ts';
import {
  defaultAutomationSettings,
  registerAutomationRoutes,
  registerEventReceiver,
} from '../modules/agent/automations/index.ts';
import { defaultWebhookSettings, registerWebhookRoutes } from '../modules/project-config/webhooks/index.ts';
import { createOpenSuggestions } from '../modules/readers/suggestions/index.ts';
import type { OperationRoutes } from '../platform/http/index.ts';
import { createUrlCheck } from '../platform/http-client/index.ts';
import type { Composition } from './compose.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

export interface EventRouteContext {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly platform: Platform;
  readonly composition: Composition;
}

/** Registers the routes for events that the service sends, and for events that it receives from code hosts. */
export function registerEventRoutes(
  app: FastifyInstance,
  routes: OperationRoutes,
  { settings, baseUrl, platform, composition }: EventRouteContext,
): void {
  const { database, engine, clock, secretBox } = platform;
  registerWebhookRoutes(routes, {
    database,
    engine,
    queue: composition.webhookQueue,
    secretBox,
    checkUrl: createUrlCheck({ allowedPrivateHosts: settings.privateWebhookHosts }),
    clock,
    settings: defaultWebhookSettings,
  });
  registerCodeHostHookRoutes(routes, {
    database,
    secretBox,
    addressRules: composition.addressRules,
    findConnected: composition.findConnected,
    settings: defaultCodeHostEventSettings,
    baseUrl,
    connectRepository: composition.connectRepository,
  });
  registerHookReceiver(app, {
    database,
    engine,
    queue: composition.codeHostEventQueue,
    secretBox,
    clock,
    settings: defaultCodeHostEventSettings,
  });
  registerAutomations(app, routes, { settings, baseUrl, platform, composition });
}

function registerAutomations(
  app: FastifyInstance,
  routes: OperationRoutes,
  { settings, baseUrl, platform, composition }: EventRouteContext,
): void {
  const { database, engine, clock, secretBox, log } = platform;
  const { automationQueue: queue, connectRepository, repositoryUrl, addressRules: rules } = composition;
  const { localCodeHost, findConnected } = composition;
  const shared = { database, engine, queue, clock, secretBox, settings: defaultAutomationSettings };
  registerAutomationRoutes(routes, {
    ...shared,
    log,
    publishEvent: composition.publishEvent,
    baseUrl,
    repositoryUrl,
    connectRepository,
    context: { rules, localCodeHost, findConnected },
    refreshPullRequest: createRefreshPullRequest({ database, connectRepository, clock, log }),
    agentJobs: { database, engine, queue: composition.agentQueue, repositoryUrl },
    suggestions: createOpenSuggestions({ database, clock, eventDays: settings.analyticsEventDays }),
  });
  registerEventReceiver(app, shared);
}
