import type { ColumnType } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';

export interface ContextTables {
  code_anchor_checks: TableOf<'code_anchor_checks', { stale: ColumnType<readonly StaleAnchor[], undefined, string> }>;
}

/** An anchor for which the current code differs from the cited code. */
export interface StaleAnchor {
  /** File of the page, relative to the docs folder. */
  readonly page: string;
  /** Line of the anchor in the page. */
  readonly line: number;
  /** `repository@commit:path#L10-L20` */
  readonly location: string;
  /** `missing`: the file was deleted, renamed, or is no longer text. */
  readonly reason: 'changed' | 'missing';
  /** Time at which a check first found the difference; ISO 8601. */
  readonly since: string;
}
