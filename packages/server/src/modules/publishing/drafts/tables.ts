import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';

export interface DraftTables extends AuditLogTables, ProjectTables {
  drafts: TableOf<'drafts'>;
  draft_files: TableOf<'draft_files'>;
  draft_authors: TableOf<'draft_authors'>;
  draft_settings: TableOf<'draft_settings'>;
  draft_revisions: TableOf<'draft_revisions'>;
}

export type DraftRow = Selectable<DraftTables['drafts']>;
export type DraftFileRow = Selectable<DraftTables['draft_files']>;
export type DraftAuthorRow = Selectable<DraftTables['draft_authors']>;
