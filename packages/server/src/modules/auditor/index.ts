export { audit, type AuditDeps } from './audit.ts';
export type { AuditReport, PromiseName, Violation } from './findings.ts';
export { defaultAuditSettings, type AuditSettings } from './settings.ts';
export type { KnownSecret } from './secret-scan.ts';
export type { AuditTables } from './store.ts';
