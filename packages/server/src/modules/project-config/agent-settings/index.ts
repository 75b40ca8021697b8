export type { ResolvedAgentSettings } from './agent-settings.ts';
export { covers, resolveContextRepositories, toContextRepositories } from './context-repositories.ts';
export { findAgentSettings } from './find-agent-settings.ts';
export { findGlobFault } from './find-path-fault.ts';
export { registerAgentSettingsRoutes } from './routes.ts';
export type { AgentSettingsTables } from './store.ts';
