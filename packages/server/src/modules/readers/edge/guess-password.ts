import { networkOfAddress } from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { Attempts, noteGuess, takeGuess, type PasswordHasher } from '../../identity/accounts/index.ts';
import { findPreviewPasswords } from '../../publishing/deployments/index.ts';
import type { AccessTables } from './access-store.ts';
import type { AdmitOptions, GuessResult } from './admit-reader.ts';

/** Compares an attempt with each password of a project's previews, in the same time whichever matches. */
export function createGuessPassword(deps: {
  readonly database: Pick<Database<AccessTables>, 'kysely'>;
  readonly passwords: PasswordHasher;
  readonly clock: Clock;
}): AdmitOptions['guess'] {
  const { kysely } = deps.database;
  const { passwords } = deps;
  const attempts = new Attempts(deps);
  return async ({ projectId, password, address }): Promise<GuessResult> => {
    const guess = { of: projectId, address };
    const seconds = await takeGuess(attempts, guess);
    if (seconds !== undefined) return { kind: 'later', seconds };
    const stored = await findPreviewPasswords(kysely, projectId);
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
