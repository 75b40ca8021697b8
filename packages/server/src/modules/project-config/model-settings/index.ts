export { hasProjectModels, openProjectEmbedding, openProjectModels } from './open-models.ts';
export { resealCredentials } from './reseal-credentials.ts';
export { registerModelSettingsRoutes } from './routes.ts';
export { organizationModelRows, type ModelSettingsTables } from './store.ts';
export type { TryModel } from './test-models.ts';
