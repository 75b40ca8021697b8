export { createAskedDrafts } from './create-asked-drafts.ts';
export { registerAskRoutes } from './routes.ts';
