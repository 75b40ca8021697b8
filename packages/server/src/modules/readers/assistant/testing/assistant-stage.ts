/** The assistant's routes on a real database, for sites of a few pages, with a secret key and a public one. */
import { defaultTurnLimits, type AssistantBackend } from '@docwright/site-assistant';
import type { SiteSource } from '@docwright/site-server';
import { openRestrictedSource } from '@docwright/site-server/restricted-outputs';
import type { LanguageModel } from 'ai';
import { systemClock } from '../../../../platform/clock/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import type { ModelBudget } from '../../../../platform/models/index.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleAnswer, type ModuleRoutes } from '../../../../testing/module-routes.ts';
import { createDailyDigest, type AnalyticsTables } from '../../analytics/index.ts';
import { LiveKnowledge, registerDiscoveryRoutes, type LiveSite } from '../../discovery/index.ts';
import { sampleSource } from '../../discovery/testing/sample-source.ts';
import type { ModelSettingsTables } from '../../../project-config/model-settings/index.ts';
import {
  createAuthenticatePublicKey,
  registerPublicKeyRoutes,
  selectOriginsOfProject,
  type PublicKeyTables,
} from '../../../project-config/public-keys/index.ts';
import { CountedLimits, LeasedLimits, type RateLimitTables } from '../../../foundation/rate-limits/index.ts';
import type { AssistantDeps } from '../ask-assistant.ts';
import {
  createPageBackends,
  openStoredBytes,
  registerAssistantAnalyticsRoutes,
  registerAssistantRoutes,
  RunningTurns,
  type AssistantTables,
} from '../index.ts';
import { stuckModel } from './stuck-model.ts';

export type AssistantSchema = PublicKeyTables &
  RateLimitTables &
  AssistantTables &
  ModelSettingsTables &
  AnalyticsTables;

/** Origin of the pages that may use the public key. */
export const origin = 'https://www.example.com';
const pages = { keys: 'Rotate an API key every month: create a second key, then delete the first.', start: 'Begin.' };

/** Sources by domain; `slow` uses a model that never ends its answer, and `restricted` is protected. */
const sources: Readonly<Record<string, () => SiteSource | Promise<SiteSource>>> = {
  ours: () => sampleSource(pages),
  beside: () => sampleSource({ secret: 'Rotate an API key that nobody else sees.' }),
  theirs: () => sampleSource({ foreign: 'Rotate an API key elsewhere.' }),
  without: () => sampleSource(pages, { assistant: false }),
  'air-gapped': () => sampleSource(pages, { kind: 'air-gapped' }),
  damaged: () => sampleSource(pages, { damagedIndex: true }),
  slow: () => sampleSource(pages),
  restricted: openRestrictedSource,
  // Everyone can read unrestricted content.
  optional: openRestrictedSource,
};

const defaults = {
  enabled: true,
  name: '',
  greeting: '',
  starters: '[]',
  instructions: '',
  tone: 'neutral',
  messages_per_minute: 20,
  monthly_budget_usd: null,
  visitor_daily_budget_usd: null,
  retention_days: 30,
  fallback: null,
} as const;

export interface AssistantStage {
  readonly service: ModuleRoutes<AssistantSchema>;
  /** `http://127.0.0.1:4711` */
  readonly url: string;
  /** A public key for the project `ours`, and pages of `origin`. */
  readonly publicKey: string;
  /** A public key for the project `slow`. */
  readonly slowKey: string;
  readonly stuck: ReturnType<typeof stuckModel>;
  /** The models of every project except `slow`. */
  readonly models: { open: (budget?: ModelBudget) => Promise<LanguageModel | undefined> };
  readonly turns: RunningTurns;
  readonly storedBytes: ReturnType<typeof openStoredBytes>;
  /** Returns the backend of a site's pages. */
  backend(projectId: string, kind?: 'production' | 'preview'): AssistantBackend;
  /** Uses a secret key, which has no limit per address. */
  ask(domain: string, body?: unknown, as?: object): Promise<ModuleAnswer>;
  askPublicly(domain: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ModuleAnswer>;
}

export const pathOf = (domain: string): string => `/discovery/v2/assistant/${domain}/message`;
export const question = (text: string, id = 'm1') => ({ id, role: 'user', parts: [{ type: 'text', text }] });
export const askingFor = (text = 'How do I rotate an API key?') => ({
  messages: [question(text)],
  responseType: 'text',
});

export async function openAssistant(): Promise<AssistantStage> {
  const stuck = stuckModel();
  const models: AssistantStage['models'] = { open: () => Promise.resolve(undefined) };
  const turns = new RunningTurns({ maxRunning: 4 });
  const storedBytes = openStoredBytes(() => systemClock.now());
  const found: {
    url: string;
    authenticate?: ReturnType<typeof createAuthenticatePublicKey>;
    deskOf?: ReturnType<typeof createPageBackends>;
  } = { url: '' };
  const service = await openModuleRoutes<AssistantSchema>(
    async (routes, { database, app }) => {
      const shared = {
        findSite: async (domain: string) => siteOf(domain),
        limits: new LeasedLimits({ database, clock: systemClock }),
        addressLimits: new CountedLimits({ database, clock: systemClock }),
        knowledge: new LiveKnowledge({
          maxBytes: 10_000_000,
          open: ({ deploymentId }) => openSource(deploymentId),
        }),
        addressSecret: 'secret',
      };
      registerPublicKeyRoutes(routes, { database });
      const originsOf = (projectId: string) => selectOriginsOfProject(database.kysely, projectId);
      registerDiscoveryRoutes(app, routes, { ...shared, originsOf });
      const deps: AssistantDeps = {
        ...shared,
        database,
        turns,
        openModel: async ({ projectId }, budget) => (projectId === 'slow' ? stuck.model : models.open(budget)),
        digestOfDay: createDailyDigest({ database, clock: systemClock }, 'assistant'),
        turnLimits: defaultTurnLimits,
        storedBytes,
        log: createLogger({ level: 'silent' }),
      };
      registerAssistantRoutes(app, routes, deps);
      registerAssistantAnalyticsRoutes(routes, { database, clock: systemClock });
      found.deskOf = createPageBackends(deps);
      found.url = await app.listen({ port: 0, host: '127.0.0.1' });
    },
    { byPublicKey: (key, from) => found.authenticate?.(key, from) ?? Promise.resolve(undefined) },
  );
  found.authenticate = createAuthenticatePublicKey({ db: service.database.kysely, clock: systemClock });
  for (const id of ['ours', 'beside', 'slow']) await insertProject(service.database, id);
  await service.database.kysely
    .insertInto('project_assistant_settings')
    .values({ ...defaults, project_id: 'slow', organization_id: HOME, model: 'project' })
    .execute();
  await insertProject(service.database, 'theirs', { organizationId: OTHER });
  const body = { name: 'site', allowedOrigins: [origin] };
  const keyOf = async (project: string): Promise<string> =>
    (await service.request('POST', `/v1/projects/${project}/public-keys`, { body })).json.key;
  const publicKey = await keyOf('ours');
  return {
    service,
    url: found.url,
    publicKey,
    slowKey: await keyOf('slow'),
    stuck,
    models,
    turns,
    storedBytes,
    backend: (projectId, kind = 'production') => {
      if (found.deskOf === undefined) throw new Error('the routes are not there yet');
      return found.deskOf({ projectId, organizationId: HOME, kind });
    },
    ask: (domain, message = askingFor(), as = { scopes: ['discovery:read'] }) =>
      service.request('POST', pathOf(domain), { as, body: message }),
    askPublicly: (domain, message = askingFor(), headers = {}) =>
      service.request('POST', pathOf(domain), {
        as: null,
        body: message,
        headers: { authorization: `Bearer ${publicKey}`, origin, ...headers },
      }),
  };
}

function siteOf(domain: string): LiveSite | undefined {
  if (sources[domain] === undefined) return undefined;
  return {
    projectId: ['beside', 'theirs', 'slow'].includes(domain) ? domain : 'ours',
    organizationId: domain === 'theirs' ? OTHER : HOME,
    deploymentId: domain,
    blobKey: domain,
    sizeBytes: 1,
    isProtected: domain === 'restricted',
  };
}

async function openSource(deploymentId: string): Promise<{ source: SiteSource; indexBytes: number }> {
  const open = sources[deploymentId];
  if (open === undefined) throw new Error(`no such site: ${deploymentId}`);
  return { source: await open(), indexBytes: 0 };
}
