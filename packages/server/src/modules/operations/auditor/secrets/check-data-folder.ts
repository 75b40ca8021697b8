import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';

/** Permissions of users outside the entry's group. The group may have access: a cluster shares its volumes that way. */
const forOthers = 0o007;
const writeForOthers = 0o002;

/**
 * Checks N12: the machine's other accounts can't read or replace the data folder's content. Only its direct entries are
 * checked, because deeper files are reached through them.
 */
export function checkDataFolder({ entryModes }: Pick<AuditDeps, 'entryModes'>, findings: Findings): void {
  for (const { path, mode, isDataFolder } of entryModes) {
    findings.count('N12');
    if ((mode & (isDataFolder ? writeForOthers : forOthers)) === 0) continue;
    const shown = mode.toString(8).padStart(3, '0');
    findings.add('N12', path, `has the mode ${shown}, which gives the machine's other users access: chmod o-rwx`);
  }
}
