import type { ModelLevel, ModelTests } from '@docwright/contract';
import type { ModelSettings } from '../../../platform/models/model-settings.ts';
import { unknownModel } from './errors.ts';
import { labelOf } from './save-models.ts';

/**
 * Tries one model. Given by the caller: the providers' packages are loaded when the first is asked for. Whose model it is
 * decides which addresses it may be asked at.
 */
export type TryModel = (
  settings: ModelSettings,
  request: TriedModel & { readonly signal: AbortSignal },
) => Promise<{ works: boolean; line: string }>;

export interface TriedModel {
  readonly source: ModelLevel;
  /** What it is needed for. */
  readonly purpose: 'text' | 'embedding';
}

export interface ModelToTry extends TriedModel {
  readonly settings: ModelSettings;
}

/** Tries each model by itself, so that a fallback that can't answer is found before it is needed. */
export async function testModels(
  all: readonly ModelToTry[],
  tryModel: TryModel,
  request: {
    readonly model: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<ModelTests> {
  const labels = all.map(({ settings }) => labelOf(settings));
  if (request.model !== undefined && !labels.includes(request.model)) throw unknownModel(request.model, labels);
  const models: ModelTests['models'] = [];
  for (const { settings, source, purpose } of all) {
    const model = labelOf(settings);
    if (request.model !== undefined && request.model !== model) continue;
    models.push({ model, ...(await tryModel(settings, { source, purpose, signal: request.signal })) });
  }
  return { works: models.every(({ works }) => works), models };
}
