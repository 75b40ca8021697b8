export { createAuthenticate } from './authenticate-key.ts';
export { grantKey, type KeyGrant, type NewKey } from './create-api-key.ts';
export { findLostPermission } from './find-lost-permission.ts';
export { isWellFormedKey } from './key-format.ts';
export { registerApiKeyRoutes } from './routes.ts';
export { deleteApiKeys, deleteEndedKeys, type ApiKeyTables } from './store.ts';
