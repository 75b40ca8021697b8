import { constants } from 'node:fs';
import { access, mkdtemp, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connectDatabase, traversableMode } from '../platform/database/index.ts';
import { createGit, requireGit, resolveGitSettings } from '../platform/git/index.ts';
import { createHttpClient } from '../platform/http-client/index.ts';
import { openBrowser } from '../platform/browser/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { createSandbox, findTools } from '../platform/sandbox/index.ts';
import { chooseSandbox } from './choose-sandbox.ts';
import { describeSettingsHosts } from './connect-remote.ts';
import { listenClearly } from './listen-clearly.ts';
import { hasEmbeddedDatabase } from './require-database.ts';
import { settingDefinitions, type Settings } from './settings/settings.ts';
import { testInstallationModels } from './test-installation-models.ts';

/** The result of checking one requirement of an installation. */
export interface Finding {
  readonly name: string;
  /** `warning`: it works, but not as well as it could. `skipped`: the settings don't require it. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly found: string;
  /** How to fix the problem, if any. */
  readonly remedy?: string;
}

export interface ExamineOptions {
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Whether a service of this installation is running, in which case its ports are in use. */
  readonly isRunning: boolean;
}

type Check = (settings: Settings, options: ExamineOptions) => Promise<Finding | readonly Finding[]>;

const testedNode = 24;
/** Maximum clock skew. The signatures of S3, single sign-on and webhooks allow only a few minutes. */
const maxSkewMs = 60_000;
const timeoutMs = 5_000;

/**
 * Checks whether the machine and other hosts meet the requirements of an installation with these settings. Doesn't
 * create or start anything, and never throws.
 */
export async function examineMachine(settings: Settings, options: ExamineOptions): Promise<readonly Finding[]> {
  const checks: Readonly<Record<string, Check>> = {
    Node: examineNode,
    git: examineGit,
    Sandbox: examineSandbox,
    Browser: examineBrowser,
    Ports: examinePorts,
    'Data folder': examineDataFolder,
    Disk: examineDisk,
    Database: examineDatabase,
    'Code hosts': examineCodeHosts,
    Model: examineModel,
  };
  const findings = Object.entries(checks).map(async ([name, check]) => {
    try {
      return await check(settings, options);
    } catch (error) {
      return { name, state: 'failed', found: error instanceof Error ? error.message : String(error) } as const;
    }
  });
  return (await Promise.all(findings)).flat();
}

/**
 * Checks the version of Node.js. The command runs the one from its own packages, which is never too old, but can be
 * newer.
 */
async function examineNode(): Promise<Finding> {
  return checkNodeVersion(process.version);
}

/** @param version in the format of `process.version`: `v24.21.0` */
export function checkNodeVersion(version: string): Finding {
  const name = 'Node';
  if (version.startsWith(`v${testedNode}.`)) return { name, state: 'ok', found: version };
  const remedy = `The service is tested with Node ${testedNode}: "npm exec docwright" in the clone uses the version that it installed.`;
  return { name, state: 'warning', found: version, remedy };
}

async function examineGit(): Promise<Finding> {
  const name = 'git';
  const homeFolder = await mkdtemp(join(tmpdir(), 'docwright-doctor-'));
  try {
    return { name, state: 'ok', found: await requireGit(createGit(resolveGitSettings({ homeFolder }))) };
  } catch (error) {
    const remedy = "Install git 2.38 or newer in a folder that is in every user's PATH, such as /usr/bin.";
    return { name, state: 'failed', found: error instanceof Error ? error.message : String(error), remedy };
  } finally {
    await rm(homeFolder, { recursive: true, force: true });
  }
}

/**
 * Tests the sandbox. Only the database contains the number of organizations. For an embedded database, one organization
 * is assumed, as at the first start.
 */
async function examineSandbox(settings: Settings): Promise<Finding> {
  const name = 'Sandbox';
  const asked = chooseSandbox(settings, { severalOrganizations: false });
  const { mode, problem, openBoundaries } = await createSandbox({
    mode: asked === 'require' ? 'auto' : asked,
    codeFolders: [],
  });
  if (mode === 'bwrap') return { name, state: 'ok', found: 'bubblewrap; every boundary is effective' };
  const open = openBoundaries.length === 0 ? '' : `; not effective: ${openBoundaries.join(', ')}`;
  const found = `${problem ?? `the settings require "${asked}"`}${open}`;
  const remedy =
    'Install bubblewrap and util-linux, and allow user namespaces; in a container, use the profile deploy/seccomp/docwright.json.';
  return { name, state: asked === 'require' ? 'failed' : 'warning', found, remedy };
}

/** Tests the browser, which is optional: only agents' views of pages depend on it. */
async function examineBrowser(settings: Settings): Promise<Finding> {
  const name = 'Browser';
  const asked = chooseSandbox(settings, { severalOrganizations: false });
  if (settings.browser === 'none') return { name, state: 'skipped', found: 'the settings allow none' };
  if (asked === 'process' || asked === 'none')
    return { name, state: 'skipped', found: `pages are shown only in bubblewrap, and the settings require "${asked}"` };
  const log = createLogger({ level: 'silent' });
  const browser = openBrowser({ program: settings.browser, tools: findTools(), log, isShared: () => false });
  const problem = await browser
    .findProblem()
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (problem === undefined) return { name, state: 'ok', found: settings.browser };
  const remedy =
    "Agents can't view pages. Install Debian's package chromium-headless-shell, or set DOCWRIGHT_BROWSER to another browser's program.";
  return {
    name,
    state: settings.browser === settingDefinitions.browser.default ? 'skipped' : 'warning',
    found: problem,
    remedy,
  };
}

async function examinePorts(settings: Settings, { isRunning }: ExamineOptions): Promise<readonly Finding[]> {
  const { host, port, sitesPort } = settings;
  const asked = [
    { name: 'Port of the API', setting: 'DOCWRIGHT_PORT', port },
    { name: 'Port of live sites', setting: 'DOCWRIGHT_SITES_PORT', port: sitesPort },
  ];
  return Promise.all(
    asked.map(async (one): Promise<Finding> => {
      const { name, setting } = one;
      if (one.port === 0) return { name, state: 'ok', found: 'any free port' };
      try {
        await (await listenClearly.reserve({ host, port: one.port }, setting)).release();
        return { name, state: 'ok', found: `${one.port} is free` };
      } catch (error) {
        if (isRunning) return { name, state: 'ok', found: `${one.port}, used by the running service` };
        const [found = '', remedy = ''] = (error as Error).message.split(/: (?=[a-z])/, 2);
        return { name, state: 'failed', found, remedy: remedy.replace(/^./, (first) => first.toUpperCase()) };
      }
    }),
  );
}

async function examineDataFolder({ dataDir }: Settings): Promise<Finding> {
  const name = 'Data folder';
  const folder = await stat(dataDir).catch(() => undefined);
  const user = process.getuid?.();
  if (folder === undefined) {
    const parent = await findExisting(dataDir);
    if (await mayWrite(parent)) return { name, state: 'ok', found: `${dataDir} is created at the first start` };
    const remedy = `Give this user write access to ${parent}, or set DOCWRIGHT_DATA_DIR to another folder.`;
    return { name, state: 'failed', found: `${dataDir} does not exist, and ${parent} is not writable`, remedy };
  }
  if (!folder.isDirectory())
    return {
      name,
      state: 'failed',
      found: `${dataDir} is not a folder`,
      remedy: 'Set DOCWRIGHT_DATA_DIR to a folder.',
    };
  if (!(await mayWrite(dataDir))) {
    const remedy = `Change its owner to this user: chown -R ${user ?? 'USER'} ${dataDir}`;
    return { name, state: 'failed', found: `${dataDir} is not writable`, remedy };
  }
  // If started as root, the service lets the group of PostgreSQL's user traverse the folder, but not read it.
  const own = user === 0 ? traversableMode : 0o700;
  const isOpen = process.platform !== 'win32' && (folder.mode & 0o077 & ~own) !== 0;
  if (!isOpen) return { name, state: 'ok', found: dataDir };
  const found = `other users of this machine can access ${dataDir}`;
  return { name, state: 'warning', found, remedy: `chmod ${own.toString(8)} ${dataDir}` };
}

async function examineDisk({ dataDir, diskWarningMegabytes }: Settings): Promise<Finding> {
  const name = 'Disk';
  const { bavail, bsize } = await statfs(await findExisting(dataDir));
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  const found = `${megabytes.toLocaleString('en-US')} MB free for the data folder`;
  if (megabytes >= diskWarningMegabytes) return { name, state: 'ok', found };
  const remedy = 'Free disk space, or move the data folder to a larger disk: jobs wait while it is full.';
  return { name, state: megabytes < 50 ? 'failed' : 'warning', found, remedy };
}

async function examineDatabase(
  { databaseUrl, dataDir }: Settings,
  { now }: ExamineOptions,
): Promise<readonly Finding[]> {
  const name = 'Database';
  if (databaseUrl === undefined) {
    const found = (await hasEmbeddedDatabase({ dataDir }))
      ? 'embedded, in the data folder'
      : 'embedded; created at the first start';
    return [{ name, state: 'ok', found }];
  }
  try {
    const database = await connectDatabase({
      url: databaseUrl,
      applicationName: 'docwright-doctor',
      poolSize: 1,
      connectTimeoutMs: timeoutMs,
    });
    try {
      const { rows } = await database.pool.query<{ version: string; now: Date }>(
        "select current_setting('server_version') as version, clock_timestamp() as now",
      );
      const [row] = rows;
      const clock = row === undefined ? [] : [checkClock('the database', row.now, now())];
      return [{ name, state: 'ok', found: `PostgreSQL ${row?.version ?? ''}` }, ...clock];
    } finally {
      await database.close();
    }
  } catch (error) {
    const remedy = 'Check DATABASE_URL, the server and the firewall between them.';
    return [{ name, state: 'failed', found: error instanceof Error ? error.message : String(error), remedy }];
  }
}

/** Checks the code hosts in the settings. Those that organizations connect are tested when they are connected. */
async function examineCodeHosts(settings: Settings, options: ExamineOptions): Promise<readonly Finding[]> {
  const name = 'Code hosts';
  const hosts = describeSettingsHosts(settings).filter(({ credential }) => credential !== null);
  if (hosts.length === 0) {
    const found = 'none in the settings; code hosts connected in the dashboard are tested there';
    return [{ name, state: 'skipped', found }];
  }
  const http = createHttpClient({
    allowedPrivateHosts: settings.privateGitHosts,
    userAgent: 'docwright',
  });
  try {
    const all = hosts.map(({ kind, webUrl }) => reach({ http, name: `Code host ${kind}`, url: webUrl }, options));
    return (await Promise.all(all)).flat();
  } finally {
    await http.close();
  }
}

async function reach(
  asked: { readonly http: ReturnType<typeof createHttpClient>; readonly name: string; readonly url: string },
  { now, signal }: ExamineOptions,
): Promise<readonly Finding[]> {
  const { http, name, url } = asked;
  try {
    const answer = await http.request({ method: 'HEAD', url, timeoutMs, signal });
    await answer.discard();
    const date = Date.parse(answer.headers['date'] ?? '');
    const clock = Number.isNaN(date) ? [] : [checkClock(new URL(url).host, new Date(date), now())];
    return [{ name, state: 'ok', found: `${url} answers` }, ...clock];
  } catch (error) {
    const found = `${url} can't be reached: ${error instanceof Error ? error.message : String(error)}`;
    const remedy =
      'Check the name, firewall and proxy; if the address is private, add it to DOCWRIGHT_PRIVATE_GIT_HOSTS.';
    return [{ name, state: 'failed', found, remedy }];
  }
}

/** @param by the source of the compared clock */
export function checkClock(by: string, there: Date, here: Date): Finding {
  const name = 'Clock';
  const seconds = Math.round((here.getTime() - there.getTime()) / 1000);
  if (Math.abs(seconds) * 1000 < maxSkewMs) return { name, state: 'ok', found: `same time as ${by}` };
  const found = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${by}`;
  return { name, state: 'failed', found, remedy: 'Turn on NTP, for example: timedatectl set-ntp true' };
}

async function examineModel(settings: Settings, { signal }: ExamineOptions): Promise<readonly Finding[]> {
  const { models } = await testInstallationModels(settings, { model: undefined, signal });
  return models.map(({ model, works, line }): Finding => {
    const name = `Model ${model}`;
    if (works) return { name, state: 'ok', found: line };
    const remedy = 'Check DOCWRIGHT_MODEL and its key, address and region; test it again with "docwright models test".';
    return { name, state: 'failed', found: line, remedy };
  });
}

async function findExisting(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : findExisting(dirname(path));
}

const mayWrite = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
