export { BackupError, type BackupErrorCode } from './errors.ts';
export type { BackupManifest } from './manifest.ts';
export {
  openBackup,
  requireEmptyDatabase,
  requireEmptyFolder,
  restoreBlobs,
  restoreKeys,
  restoreQueue,
  restoreRepositories,
  restoreRows,
} from './restore-backup.ts';
export { writeBackup, type BackupReport, type BackupRequest } from './write-backup.ts';
