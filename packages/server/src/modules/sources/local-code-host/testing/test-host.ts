/** The embedded host for tests: real PostgreSQL, real git, and real HTTP on a free port. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFixedClock, type FixedClock } from '../../../../platform/clock/index.ts';
import { createGit, type GitSettings, resolveGitSettings } from '../../../../platform/git/index.ts';
import { createApp, type Identity } from '../../../../platform/http/index.ts';
import { newId } from '../../../../platform/ids/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { HOME, OTHER, openModuleDatabase } from '../../../../testing/module-database.ts';
import type { LocalCodeHostOptions } from '../context.ts';
import { createLocalCodeHost } from '../create-local-code-host.ts';
import type { LocalCodeHost } from '../local-code-host.ts';
import { type LocalCodeHostRouteOptions, registerLocalCodeHostRoutes } from '../routes.ts';
import { defaultLocalCodeHostSettings, type LocalCodeHostSettings } from '../settings.ts';
import type { LocalCodeHostTables } from '../tables.ts';

export interface TestHost {
  readonly host: LocalCodeHost;
  readonly options: LocalCodeHostOptions;
  readonly baseUrl: string;
  readonly folder: string;
  readonly gitSettings: GitSettings;
  readonly clock: FixedClock;
  /** Runs the git program as a user of this machine would. */
  git(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Keys that the test's `authenticate` accepts. */
export const KEYS = { admin: 'key-admin', reader: 'key-reader', stranger: 'key-stranger' } as const;
export const ORGANIZATION = HOME;
export const OTHER_ORGANIZATION = OTHER;
export const OTHER_SLUG = 'other';

/** Test doubles in addition to limits: the signed-in user, the agent, and the receivers of changes. */
type TestHostParts = Pick<Partial<LocalCodeHostRouteOptions>, 'agent' | 'onBranchMoved' | 'onPullRequestChanged'> & {
  readonly bySession?: LocalCodeHostRouteOptions['pages']['bySession'];
};

export async function startTestHost(
  overrides: Partial<LocalCodeHostSettings> = {},
  { bySession = () => Promise.resolve(undefined), ...parts }: TestHostParts = {},
): Promise<TestHost> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-host-'));
  const log = createLogger({ level: 'silent' });
  const database = await openModuleDatabase<LocalCodeHostTables>();
  const { kysely } = database;
  await kysely.updateTable('organizations').set({ operator: true }).where('id', '=', ORGANIZATION).execute();
  await kysely.updateTable('organizations').set({ slug: OTHER_SLUG }).where('id', '=', OTHER_ORGANIZATION).execute();
  const homeFolder = join(folder, 'home');
  mkdirSync(homeFolder);
  const gitSettings = resolveGitSettings({ homeFolder, localRoot: join(folder, 'repositories') });
  const app = createApp({ log, isUnavailable: () => false });
  const clock = createFixedClock(new Date('2026-11-21T22:00:00Z'));
  const options: LocalCodeHostRouteOptions & { baseUrl: string } = {
    database,
    git: createGit(gitSettings),
    root: join(folder, 'repositories'),
    // Known when the server listens. Routes read it later.
    baseUrl: '',
    pages: { byKey: authenticate, bySession, styleSheets: async () => [], projectsOf: async () => [] },
    viewSecrets: [Buffer.alloc(32, 7)],
    clock,
    newRepositoryId: () => newId('repo'),
    settings: { ...defaultLocalCodeHostSettings, ...overrides },
    ...parts,
  };
  registerLocalCodeHostRoutes(app, options);
  options.baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  const env = {
    PATH: gitSettings.searchPath,
    HOME: homeFolder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    ...AUTHOR,
  };
  return {
    host: createLocalCodeHost(options),
    options,
    baseUrl: options.baseUrl,
    folder,
    gitSettings,
    clock,
    git: async (...args) => (await promisify(execFile)('git', args, { env, maxBuffer: 1 << 28 })).stdout.trim(),
    close: async () => {
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

function authenticate(key: string): Promise<Identity | undefined> {
  const principal = (organizationId: string, scopes: Identity['scopes']): Identity => ({
    actor: { kind: 'api_key', id: key, name: `the ${key}` },
    role: null,
    organizationId,
    plan: 'enterprise',
    isOperator: false,
    scopes,
    projectIds: null,
    expiresAt: null,
  });
  switch (key) {
    case KEYS.admin:
      return Promise.resolve(principal(ORGANIZATION, ['admin']));
    case KEYS.reader:
      return Promise.resolve(principal(ORGANIZATION, ['repositories:read']));
    case KEYS.stranger:
      return Promise.resolve(principal(OTHER_ORGANIZATION, ['admin']));
    default:
      return Promise.resolve(undefined);
  }
}
