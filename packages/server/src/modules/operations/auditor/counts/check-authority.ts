import type { AuditDeps } from '../audit-deps.ts';
import { selectLiveKeys, selectOpenInvitations } from './authority-store.ts';
import type { Findings } from '../findings.ts';

/** N11: no key that works may do more, reaches further or lasts longer than the key that made it, nor gave such a role. */
export async function checkAuthority({ database }: AuditDeps, findings: Findings): Promise<void> {
  for (const key of await selectLiveKeys(database.kysely)) {
    findings.count('N11');
    const { id, maker } = key;
    if (key.excess !== null) findings.add('N11', id, `has the scope ${key.excess}, which ${String(maker)} lacked`);
    if (key.isWider) findings.add('N11', id, `reaches projects that ${String(maker)} did not, which made it`);
    if (key.isLonger) findings.add('N11', id, `lasts longer than ${String(maker)} was to, which made it`);
    if (key.isProlonged) findings.add('N11', id, 'lasts longer than it was made for');
  }
  for (const { id, role, isBeyond } of await selectOpenInvitations(database.kysely)) {
    findings.count('N11');
    if (isBeyond) findings.add('N11', id, `invites as ${role} in the name of a key that may not`);
  }
}
