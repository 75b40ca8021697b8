import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { ProjectTables } from '../projects/index.ts';

/** Tables of other modules. Statements about this module's own tables are written in SQL. */
export type BudgetTables = ProjectTables & AuditLogTables;
