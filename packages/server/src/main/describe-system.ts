import { apiVersion, maxPromptLength } from '@docwright/contract';
import { rulesModelId } from '@docwright/doc-agent';
import {
  agentJobLimit,
  agentMessageLimit,
  domainExportLimit,
  forkPreviewLimit,
  projectExportLimit,
  type RateLimit,
} from '../modules/foundation/rate-limits/index.ts';
import type { Isolation } from '../modules/building/site-rendering/index.ts';
import type { SystemDeps } from '../modules/operations/status/index.ts';
import { selectRuns } from '../modules/foundation/upkeep/index.ts';
import { describeSettingsHosts } from './connect-remote.ts';
import type { Platform } from './open-platform.ts';
import { listRetentionRules } from '../modules/operations/retention/index.ts';
import { settingDefinitions, type SettingName, type Settings } from './settings/settings.ts';
import { commit, version } from './version.ts';

/** Returns the data of the system page: settings grouped by their effect, without secrets. */
export function describeSystem(
  platform: Platform,
  settings: Settings,
  { baseUrl, isolation }: { readonly baseUrl: string; readonly isolation: Isolation },
): SystemDeps {
  const { database, blobs, engine, clock } = platform;
  return {
    facts: {
      version,
      commit: commit ?? null,
      apiVersion,
      baseUrl,
      startedAt: new Date(clock.now()).toISOString(),
      sandbox: isolation.mode,
      sandboxWarning: isolation.warning ?? null,
      models: [...new Set([settings.model, rulesModelId])].map((name) => ({
        name,
        isDefault: name === settings.model,
      })),
      codeHosts: listCodeHosts(settings, baseUrl),
      signIn: {
        password: settings.passwordSignIn,
        oidc: settings.oidc === undefined ? null : { name: settings.oidc.name, issuer: settings.oidc.issuer },
        mail: settings.mail !== undefined,
      },
      limits: listLimits(settings),
    },
    database: {
      kind: settings.databaseUrl === undefined ? 'embedded' : 'external',
      readVersion: async () => {
        const { rows } = await database.pool.query<{ server_version: string }>('show server_version');
        return `PostgreSQL ${rows[0]?.server_version ?? ''}`;
      },
    },
    blobStore: {
      kind: settings.s3 === undefined ? 'files' : 's3',
      check: async () => void (await blobs.head('readiness')),
    },
    rules: listRetentionRules(settings).map(({ name, title, keeps, limits }) => ({
      name,
      title,
      description: keeps,
      limits: [...limits],
    })),
    readRuns: async () =>
      new Map(
        (await selectRuns(database.kysely)).map(({ rule, endedAt, failed, rows, files, bytes }) => [
          rule,
          { at: endedAt.toISOString(), failed, rows, files, bytes },
        ]),
      ),
    readQueues: async () =>
      (await engine.stats()).map(({ queue, waiting, running }) => ({ name: queue, waiting, running })),
  };
}

const environmentOf = (name: SettingName): string => settingDefinitions[name].environment;

function listCodeHosts(settings: Settings, baseUrl: string) {
  const remote = describeSettingsHosts(settings).map(({ kind, webUrl, credential }) => ({
    name: kind,
    url: webUrl,
    configured: credential !== null,
  }));
  return [{ name: 'embedded', url: baseUrl, configured: true }, ...remote];
}

function listLimits(settings: Settings) {
  const anHour = ({ name, limit }: RateLimit, title: string, description: string) => ({
    name,
    title,
    value: limit,
    unit: 'an hour',
    setting: null,
    description,
  });
  const set = (
    name: 'agentConcurrency' | 'exportConcurrency' | 'tenantConcurrency' | 'tenantWaiting' | 'linkSeconds',
    title: string,
    unit: string,
  ) => ({
    name,
    title,
    value: settings[name],
    unit,
    setting: environmentOf(name),
    description: settingDefinitions[name].doc,
  });
  return [
    anHour(agentJobLimit, 'New agent jobs', 'Per project.'),
    anHour(agentMessageLimit, 'Follow-ups', 'Per project.'),
    anHour(projectExportLimit, 'Exports started by project', 'Per organization.'),
    anHour(domainExportLimit, 'Exports started by export name', 'Per organization.'),
    anHour(forkPreviewLimit, 'Previews of forks', 'Built without approval, per project.'),
    {
      name: 'prompt',
      title: 'Length of a prompt',
      value: maxPromptLength,
      unit: 'characters',
      setting: null,
      description: 'For agent jobs and follow-ups.',
    },
    set('agentConcurrency', 'Concurrent agent jobs', 'jobs'),
    set('exportConcurrency', 'Concurrent exports', 'jobs'),
    set('tenantConcurrency', 'Concurrent jobs of one organization', 'jobs'),
    set('tenantWaiting', 'Waiting jobs of one organization', 'jobs'),
    set('linkSeconds', 'Lifetime of a bundle link', 'seconds'),
    {
      name: 'session',
      title: 'Duration of a sign-in',
      value: settings.sessionSeconds,
      unit: 'seconds',
      setting: environmentOf('sessionHours'),
      description: 'How long people stay signed in to the dashboard.',
    },
  ];
}
