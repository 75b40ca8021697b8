export type BackupErrorCode =
  | 'backup-folder-exists'
  | 'backup-invalid'
  | 'backup-damaged'
  | 'backup-newer-than-code'
  | 'backup-too-old'
  | 'restore-not-empty'
  | 'repository-unreadable';

/** Errors of backups and restores, addressed to the operator who runs them. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
