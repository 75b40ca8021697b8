export { createModel, createReaderModel } from './create-model.ts';
export { findCapacity } from './model-capacity.ts';
export { createEmbeddingModel } from './create-embedding-model.ts';
export type { ModelParts } from './create-model.ts';
export { ModelSettingsError } from './errors.ts';
export { credentialNames, listSecrets, modelProviders, resolveModelSettings } from './model-settings.ts';
export type {
  CredentialName,
  ModelPrices,
  ModelProvider,
  ModelSettings,
  ResolvedModelSettings,
} from './model-settings.ts';
export { BudgetSpent, type ModelBudget } from './meter-model.ts';
export { testModel } from './test-model.ts';
export type { ModelTest } from './test-model.ts';
