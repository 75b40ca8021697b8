import { createRulesModel, rulesModelId, type AgentModel } from '@docwright/doc-agent';
import type { Settings } from './settings.ts';

/** Models that this installation can run. */
export function isKnownModel(model: string, _settings: Settings): boolean {
  return model === rulesModelId;
}

export function createModel(model: string, _settings: Settings): AgentModel {
  if (model === rulesModelId) return createRulesModel();
  throw new Error(`the model ${model} is not configured`);
}
