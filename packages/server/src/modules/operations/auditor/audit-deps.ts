import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Git } from '../../../platform/git/index.ts';
import type { Sandbox, SandboxSetting } from '../../../platform/sandbox/index.ts';
import type { LocalCodeHost } from '../../sources/local-code-host/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import type { EntryMode } from './secrets/entry-modes.ts';
import type { KnownSecret } from './secrets/secret-scan.ts';
import type { AuditSettings } from './settings.ts';
import type { AuditTables } from './store.ts';

/**
 * Site isolation: the level that settings and organizations require, and the result of a self-test on this machine.
 */
export interface Isolation {
  readonly asked: SandboxSetting;
  readonly found: Pick<Sandbox, 'mode' | 'problem'>;
}

export interface AuditDeps {
  readonly database: Database<AuditTables>;
  readonly blobs: BlobStore;
  readonly git: Git;
  readonly connectRepository: ConnectRepository;
  readonly localCodeHost: LocalCodeHost;
  readonly entryModes: readonly EntryMode[];
  readonly isolation: Isolation;
  readonly logFiles: readonly string[];
  /**
   * The secrets that must not appear anywhere: the installation's credentials, and a test's canaries. Admin keys are
   * recognized by their format.
   */
  readonly secrets: readonly KnownSecret[];
  /** Whether all processes have stopped, so that an unfinished job will never end. */
  readonly settled: boolean;
  readonly settings: AuditSettings;
}
