export { registerGitHubAppPage } from './app-page.ts';
export type { HostCredential } from './credential.ts';
export { openRepositories } from './open-code-host.ts';
export { createOwnCodeHosts, type OwnCodeHostDeps } from './own-code-hosts.ts';
export { resealCodeHosts } from './reseal-code-hosts.ts';
export { registerCodeHostRoutes, type CodeHostRouteDeps } from './routes.ts';
export type { CodeHostTables } from './tables.ts';
export type { RemoteProject, SettingsHost } from './to-code-host.ts';
export { codeHostRows, codeHostAppRequestRows } from './store.ts';
