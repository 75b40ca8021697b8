import type { ModelLevel, ModelTests } from '@docwright/contract';
import type { ModelSettings } from '../../../platform/models/model-settings.ts';
import { unknownModel } from './errors.ts';
import { labelOf } from './save-models.ts';

/**
 * Tests one model. Passed as a parameter, so that providers' packages are loaded on demand. The model's owner
 * determines the allowed addresses.
 */
export type TryModel = (
  settings: ModelSettings,
  request: TriedModel & { readonly signal: AbortSignal },
) => Promise<{ works: boolean; line: string }>;

export interface TriedModel {
  readonly source: ModelLevel;
  /** Whether the model writes text or compares by meaning. */
  readonly purpose: 'text' | 'embedding';
}

export interface ModelToTry extends TriedModel {
  readonly settings: ModelSettings;
}

/** Tests each model separately, so that a broken fallback is found before it is needed. */
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
