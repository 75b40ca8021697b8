export { audit } from './audit.ts';
export type { AuditDeps } from './audit-deps.ts';
export type { AuditReport, PromiseName, Violation } from './findings.ts';
export { defaultAuditSettings, type AuditSettings } from './settings.ts';
export type { KnownSecret } from './secret-scan.ts';
export type { AuditTables } from './store.ts';
