export type { ConnectOptions, Database, Queryable } from './database.ts';
export { DatabaseError, DataFolderInUseError } from './errors.ts';
export type { DatabaseErrorCode } from './errors.ts';
export { migrate } from './migrate.ts';
export type { Migration, MigrationReport } from './migrate.ts';
export type { Listener, ListenOptions } from './listen.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded/settings.ts';
