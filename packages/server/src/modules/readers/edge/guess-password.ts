import type { GatePorts, GuessResult } from '@docwright/site-access';
import { networkOfAddress } from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { Attempts, noteGuess, takeGuess, type PasswordHasher } from '../../identity/accounts/index.ts';
import { findPreviewPasswords } from '../../publishing/deployments/index.ts';
import type { AccessTables } from './access-store.ts';
import type { EdgeAccess } from './edge-access.ts';
import type { EdgeSite } from './edge-site.ts';

/** Compares an attempt with each of the passwords of a site, or of a project's previews, in constant time. */
export function createGuessPassword(deps: {
  readonly database: Pick<Database<AccessTables>, 'kysely'>;
  readonly passwords: PasswordHasher;
  readonly clock: Clock;
  readonly listPasswords: EdgeAccess['listPasswords'];
}): GatePorts<EdgeSite>['guess'] {
  const { kysely } = deps.database;
  const { passwords } = deps;
  const attempts = new Attempts(deps);
  return async ({ found: { projectId, kind } }, { password, address }): Promise<GuessResult> => {
    // All previews of a project have the same passwords.
    const guess = { of: kind === 'preview' ? projectId : `${projectId}:site`, address };
    const seconds = await takeGuess(attempts, guess);
    if (seconds !== undefined) return { kind: 'later', seconds };
    const stored = await (kind === 'preview' ? findPreviewPasswords(kysely, projectId) : deps.listPasswords(projectId));
    const owners = [projectId, networkOfAddress(address)];
    let passwordId: string | undefined;
    try {
      for (const { id, hash } of stored)
        if (await passwords.as(owners, () => passwords.verify({ hash, password }))) passwordId = id;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'too_many_attempts')) throw error;
      return { kind: 'later', seconds: Number(error.headers['retry-after']) };
    }
    if (passwordId === undefined) return { kind: 'wrong' };
    await noteGuess(attempts, guess);
    return { kind: 'right', passwordId };
  };
}
