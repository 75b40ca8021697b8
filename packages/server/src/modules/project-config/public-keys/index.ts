export { createAuthenticatePublicKey } from './authenticate-public-key.ts';
export { isPublicKey } from './key-format.ts';
export { registerPublicKeyRoutes } from './routes.ts';
export { deletePublicKeys, selectOriginsOfProject, type PublicKeyTables } from './store.ts';
