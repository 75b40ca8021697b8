import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { grantKey } from '../modules/project-config/api-keys/index.ts';
import { systemAuthor } from '../modules/foundation/audit-log/index.ts';
import { setDefaultSite } from '../modules/publishing/deployments/index.ts';
import {
  createOrganization,
  findFirstOrganization,
  firstOrganizationPlan,
} from '../modules/identity/organizations/index.ts';
import { createProject } from '../modules/project-config/projects/index.ts';
import { toLocalAddress } from '../modules/sources/repositories/index.ts';
import { ensureSetupUrl } from './ensure-setup-url.ts';
import type { RunningApi } from './serve.ts';
import { isKnownModel } from './model-names.ts';
import type { Settings } from './settings/settings.ts';

/**
 * The objects that the first start created. They are stored in the data folder, where the next start and the command
 * line find them.
 */
export interface FirstStart {
  readonly organizationId: string;
  readonly apiKey: string;
  /** `undefined` if no example site was found to create a project from. */
  readonly projectId: string | undefined;
  readonly domain: string | undefined;
  /** Name of the project's repository on the embedded code host. */
  readonly repository?: string | undefined;
  /** The page on which the first owner creates an account; `undefined` if an owner exists. */
  readonly setupUrl: string | undefined;
}

const exampleDomain = 'docs.example.com';
const exampleRepository = 'example-docs';
const fileName = 'first-start.json';

/**
 * Creates the organization, the key, and the example project of a new installation. On later starts, returns the
 * objects of the first start, or `undefined` if another replica or a restore created the installation's organization.
 */
export async function ensureFirstStart(
  api: RunningApi,
  settings: Settings,
  exampleFolder: string | undefined,
): Promise<FirstStart | undefined> {
  const path = join(settings.dataDir, fileName);
  const before = await readFirstStart(path);
  const organization = await findFirstOrganization(api.platform.database.kysely);
  const isOurs = before !== undefined && organization?.id === before.organizationId;
  if (!isOurs && organization !== undefined) return undefined;
  const made = isOurs ? before : await setUp(api, settings, exampleFolder);
  const setupUrl = await ensureSetupUrl(api, made.organizationId, isOurs ? before.setupUrl : undefined);
  const now: FirstStart = { ...made, setupUrl };
  if (!isOurs || before.setupUrl !== setupUrl) {
    await writeFile(`${path}.new`, `${JSON.stringify(now)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  return now;
}

async function setUp(
  api: RunningApi,
  settings: Settings,
  exampleFolder: string | undefined,
): Promise<Omit<FirstStart, 'setupUrl'>> {
  const { database } = api.platform;
  const { id: organizationId, key } = await database.kysely.transaction().execute(async (tx) => {
    const organization = await createOrganization(tx, { name: 'My organization', plan: firstOrganizationPlan });
    const grant = { organizationId: organization.id, name: 'first key', scopes: ['admin' as const] };
    const made = await grantKey(tx, { ...grant, projectIds: null, createdBy: 'setup', expiresAt: null });
    return { id: organization.id, key: made.key };
  });
  const folder = exampleFolder !== undefined && (await isFolder(exampleFolder)) ? exampleFolder : undefined;
  if (folder === undefined) return { organizationId, apiKey: key, projectId: undefined, domain: undefined };
  const { localCodeHost, addressRules, findConnected } = api.composition;
  const repository = await localCodeHost.createRepository({
    organizationId,
    name: exampleRepository,
    seed: { kind: 'folder', folder, message: 'Example documentation site' },
  });
  const deps = {
    rules: addressRules,
    localCodeHost,
    findConnected,
    isKnownModel: (model: string) => isKnownModel(model, settings),
    maxProjects: settings.tenantProjects,
    defaultModel: settings.model,
    onSaved: api.composition.onProjectSaved,
  };
  const body = {
    name: 'Example docs',
    repository: toLocalAddress(repository.path),
    branch: repository.defaultBranch,
    domains: [exampleDomain],
    // Views of the example are the first figures that users see.
    features: { analytics: true, feedback: true },
  };
  const project = await database.kysely.transaction().execute(async (tx) => {
    const author = systemAuthor(organizationId);
    const made = await createProject(tx, deps, { author, repository: body.repository, body });
    await setDefaultSite(tx, made.id);
    return made;
  });
  return { organizationId, apiKey: key, projectId: project.id, domain: exampleDomain, repository: repository.path };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

async function readFirstStart(path: string): Promise<FirstStart | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as FirstStart;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
