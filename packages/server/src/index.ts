export { auditService, type AuditOptions } from './main/audit-service.ts';
export { backupInstallation, restoreInstallation } from './main/backup-installation.ts';
export { createFirstKey } from './main/create-first-key.ts';
export { createOwnerLink } from './main/create-owner-link.ts';
export { edge } from './main/edge.ts';
export { ensureFirstStart, type FirstStart } from './main/first-start.ts';
export { examineMachine, checkClock, type Finding } from './main/examine-machine.ts';
export { loadSettings, type SettingsRequest } from './main/settings/load-settings.ts';
export { PortError } from './main/listen-clearly.ts';
export {
  createOrganizationManager,
  type ConnectedRepositories,
  type ManagedOrganization,
  type NewTenant,
  type OrganizationManager,
} from './main/manage-organizations.ts';
export { migrateDatabase, planUpgrade } from './main/migrate-database.ts';
export { openSpecFetcher } from './main/open-spec-fetcher.ts';
export { pruneInstallation, type Pruned, type PruneReport, type Removed } from './main/prune-installation.ts';
export { resealSecrets } from './main/reseal-secrets.ts';
export { serve, type RunningApi } from './main/serve.ts';
export { settingDefinitions, SettingsError, type SettingName, type Settings } from './main/settings/settings.ts';
export { testInstallationModels } from './main/test-installation-models.ts';
export { up, type RunningService, type UpRequest } from './main/up.ts';
export { version } from './main/version.ts';
export { work, type RunningWorker } from './main/work.ts';
export { workerMemory } from './main/worker-memory.ts';
export { DatabaseError } from './platform/database/index.ts';
export { createLogger, type Logger } from './platform/log/index.ts';
export {
  BackupError,
  type BackupErrorCode,
  type BackupManifest,
  type BackupReport,
} from './modules/operations/backups/index.ts';
export type { AuditReport, PromiseName, Violation } from './modules/operations/auditor/index.ts';
