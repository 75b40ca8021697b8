import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';

/**
 * Checks N13: sites are rendered in the required sandbox. A service that started with one organization continues
 * unchanged when others are created, and a machine can change after the service started, so this check tests the
 * sandbox again.
 */
export function checkSandbox({ isolation }: Pick<AuditDeps, 'isolation'>, findings: Findings): void {
  findings.count('N13');
  const { asked, found } = isolation;
  if (asked !== 'require' || found.mode === 'bwrap') return;
  const why = found.problem ?? `only "${found.mode}" works here`;
  findings.add('N13', 'DOCWRIGHT_SANDBOX', `bubblewrap is required, but sites can't be isolated with it: ${why}`);
}
