import type { AuditDeps } from '../audit-deps.ts';
import { selectLiveKeys, selectOpenInvitations } from './authority-store.ts';
import type { Findings } from '../findings.ts';

/**
 * Checks N11: no valid key has more permissions, more projects or a longer lifetime than the key that created it, and
 * every open invitation by a key is for a role that the key is allowed to assign.
 */
export async function checkAuthority({ database }: AuditDeps, findings: Findings): Promise<void> {
  for (const key of await selectLiveKeys(database.kysely)) {
    findings.count('N11');
    const { id, maker } = key;
    if (key.excess !== null) findings.add('N11', id, `has the scope ${key.excess}, which ${maker} lacked`);
    if (key.isWider) findings.add('N11', id, `covers projects that its creator, ${maker}, did not`);
    if (key.isLonger) findings.add('N11', id, `expires later than its creator, ${maker}`);
    if (key.isProlonged) findings.add('N11', id, 'expires later than the time that was set at its creation');
  }
  for (const { id, role, isBeyond } of await selectOpenInvitations(database.kysely)) {
    findings.count('N11');
    if (isBeyond)
      findings.add('N11', id, `is for the role ${role}, which exceeds the permissions of the key that sent it`);
  }
}
