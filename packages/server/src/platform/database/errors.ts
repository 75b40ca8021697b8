/** Errors for operators. `message` is always one line with the problem and its remedy. */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

export type DatabaseErrorCode =
  | 'database-unreachable'
  | 'database-newer-than-code'
  | 'database-too-old'
  | 'migration-changed'
  | 'migration-failed'
  | 'data-folder-in-use'
  | 'data-folder-not-writable'
  | 'data-folder-full'
  | 'data-folder-foreign'
  | 'embedded-postgres-missing'
  | 'embedded-postgres-refused'
  | 'embedded-postgres-failed';

/** Another service instance has locked the data folder. */
export class DataFolderInUseError extends DatabaseError {
  constructor(dataDir: string, holder: string) {
    super(
      'data-folder-in-use',
      `The data folder ${dataDir} is in use by ${holder}. Stop that process, or choose another data folder.`,
    );
  }
}
