import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { StorageGate } from '../../identity/storage/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import type { BranchHeads } from './branch-heads.ts';
import type { BranchProtections } from './branch-protections.ts';
import type { DraftThreads } from './draft-threads.ts';
import type { DraftTables } from './tables.ts';

export interface DraftDeps {
  readonly database: Database<DraftTables>;
  readonly connectRepository: ConnectRepository;
  readonly heads: BranchHeads;
  readonly protections: BranchProtections;
  readonly storage: StorageGate;
  readonly threads: DraftThreads;
  readonly clock: Clock;
  readonly log: Logger;
  /** Writes the text that editors share into a branch's draft. Called before the draft is read. */
  readonly settleTexts: (branch: Pick<DraftTarget, 'project' | 'branch'>) => Promise<void>;
  /** Drafts that nobody has changed for this many days are removed. If `undefined`, drafts are never removed. */
  readonly draftDays: number | undefined;
}

/** A project's branch, for a caller with access to the project. */
export interface DraftTarget {
  readonly principal: Principal;
  readonly project: ProjectRow;
  readonly branch: string;
}
