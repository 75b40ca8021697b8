import { openProjectEmbedding, openProjectModels } from '../modules/project-config/model-settings/index.ts';
import type { OpenModel } from '../modules/agent/agent-jobs/index.ts';
import type { Embedder } from '@docwright/site-assistant';
import {
  createEmbeddingModel,
  createModel,
  createReaderModel,
  findCapacity,
  listSecrets,
  resolveModelSettings,
  testModel,
  type ModelBudget,
  type ModelSettings,
} from '../platform/models/index.ts';
import { toEmbeddingModel, toModelChain, withPrices } from './model-names.ts';
import type { Platform } from './open-platform.ts';
import { settingDefinitions, SettingsError, type Settings } from './settings/settings.ts';

type ModelParts = Pick<Platform, 'database' | 'modelHttp' | 'installationModelHttp' | 'secretBox'>;

/**
 * Creates a function that opens the models of the project or its organization, or else the installation's.
 * @throws ModelSettingsError, SettingsError, SecretBoxError
 */
export function createOpenModel(settings: Settings, parts: ModelParts): OpenModel {
  const { database, modelHttp, installationModelHttp, secretBox } = parts;
  return async (project) => {
    const name = { organizationId: project.organization_id, projectId: project.id };
    const own = await openProjectModels(database.kysely, secretBox, name);
    const chain = own?.map((model) => withPrices(model, settings)) ?? toModelChain(project.model, settings);
    return {
      model: createModel(chain, { http: own === undefined ? installationModelHttp : modelHttp }),
      capacity: findCapacity(chain),
      secrets: chain.flatMap((model) => listSecrets(resolveModelSettings(model))),
    };
  };
}

/**
 * Opens the models of the project or its organization for its readers' questions. The installation's models aren't
 * used, because the number of these questions would be unlimited. Returns `undefined` if neither has models.
 * @throws ModelSettingsError, SecretBoxError
 */
export async function openReaderModel(
  { database, modelHttp: http, secretBox }: Pick<Platform, 'database' | 'modelHttp' | 'secretBox'>,
  project: { readonly organizationId: string; readonly projectId: string },
  { settings, budget }: { readonly settings: Settings; readonly budget: ModelBudget | undefined },
): Promise<ReturnType<typeof createReaderModel>> {
  const own = await openProjectModels(database.kysely, secretBox, project);
  return createReaderModel(
    own?.map((model) => withPrices(model, settings)) ?? [],
    { http, silenceMs: settings.assistantSilenceSeconds * 1000 },
    budget,
  );
}

/**
 * Opens the embedding model for a project's searches: its own, its organization's or the installation's. Returns
 * `undefined` if none is set.
 * @throws ModelSettingsError, SecretBoxError
 */
export async function openEmbedder(
  { database, modelHttp, installationModelHttp, secretBox }: ModelParts,
  project: { readonly organizationId: string; readonly projectId: string },
  { settings, budget }: { readonly settings: Settings; readonly budget: ModelBudget | undefined },
): Promise<Embedder | undefined> {
  const own = await openProjectEmbedding(database.kysely, secretBox, project);
  const model = own ?? toEmbeddingModel(settings);
  if (model === undefined) return undefined;
  const http = own === undefined ? installationModelHttp : modelHttp;
  return createEmbeddingModel(withPrices(model, settings), { http, budget });
}

/** Describes in one line whether a model returns comparable vectors. */
export async function tryEmbedding(
  model: ModelSettings,
  { http }: Pick<Platform, 'http'>,
  signal: AbortSignal,
): Promise<{ works: boolean; line: string }> {
  const name = `${model.provider}/${model.model}`;
  try {
    const from = performance.now();
    const [first] = await createEmbeddingModel(model, { http }).embed(['How do I sign in?'], signal);
    const ms = Math.round(performance.now() - from);
    if (first === undefined || first.length === 0) return { works: false, line: `${name} returned no vector` };
    return { works: true, line: `${name} returns vectors with ${first.length} numbers (${ms} ms)` };
  } catch (error) {
    signal.throwIfAborted();
    const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300);
    return { works: false, line: `${name} can't be used: ${message}` };
  }
}

/** Builds the installation's chain, so that an error in it prevents the start instead of failing the first job. */
export function requireModels(settings: Settings, { http }: Pick<Platform, 'http'>): void {
  try {
    createModel(toModelChain(settings.model, settings), { http });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/`(\w+)`/g, nameSetting) : String(error);
    throw new SettingsError(`DOCWRIGHT_MODEL is "${settings.model}": ${reason}`, { cause: error });
  }
}

/** Returns the name of a model's field in the installation's settings. */
function nameSetting(quoted: string, field: string): string {
  const setting = `model${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
  const found = Object.entries(settingDefinitions).find(([name]) => name === setting);
  return found?.[1].environment ?? quoted;
}

/** Describes in one line whether a model works with tools. */
export async function tryModel(
  model: ModelSettings,
  { http }: Pick<Platform, 'http'>,
  signal: AbortSignal,
): Promise<{ works: boolean; line: string }> {
  return testModel(createModel(model, { http }), { now: () => performance.now(), signal });
}
