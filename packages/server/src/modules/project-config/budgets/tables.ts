import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { ProjectTables } from '../projects/index.ts';

/** Of others: statements about its own tables are written as SQL. */
export type BudgetTables = ProjectTables & AuditLogTables;
