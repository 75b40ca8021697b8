import type { AuditDeps } from './audit-deps.ts';
import type { Findings } from './findings.ts';

/**
 * N13: sites are rendered in the sandbox that is asked for. A service that started for one organization goes on as it is when
 * others come, and a machine may lose what its service found at the start: this tries again.
 */
export function checkSandbox({ isolation }: Pick<AuditDeps, 'isolation'>, findings: Findings): void {
  findings.count('N13');
  const { asked, found } = isolation;
  if (asked !== 'require' || found.mode === 'bwrap') return;
  const why = found.problem ?? `only "${found.mode}" works here`;
  findings.add('N13', 'DOCWRIGHT_SANDBOX', `bubblewrap is asked for, and sites can't be kept apart by it: ${why}`);
}
