export { audit } from './audit.ts';
export { readEntryModes } from './secrets/entry-modes.ts';
export type { AuditDeps, Isolation } from './audit-deps.ts';
export type { AuditReport, PromiseName, Violation } from './findings.ts';
export { defaultAuditSettings, type AuditSettings } from './settings.ts';
export type { KnownSecret } from './secrets/secret-scan.ts';
export type { AuditTables } from './store.ts';
