import { Slots } from '@docwright/site-server';
import type { Database } from '../../platform/database/index.ts';
import { noteGuess, takeGuess, verifyPassword } from '../accounts/index.ts';
import { findPreviewPasswords } from '../deployments/index.ts';
import type { AccessTables } from './access-store.ts';
import type { AdmitOptions, GuessResult } from './admit-reader.ts';

/** Each comparison takes 19 MiB and a core for some 30 ms. */
const maxComparisons = 2;
const maxWaiting = 50;

/** Compares a guess with each password of a project's previews, and takes the same time whichever it is. */
export function createGuessPassword({ kysely }: Pick<Database<AccessTables>, 'kysely'>): AdmitOptions['guess'] {
  const slots = new Slots(maxComparisons, maxWaiting);
  return async ({ projectId, password, address }): Promise<GuessResult> => {
    const guess = { of: projectId, address };
    const seconds = await takeGuess(kysely, guess);
    if (seconds !== undefined) return { kind: 'later', seconds };
    let passwordId: string | undefined;
    for (const { id, hash } of await findPreviewPasswords(kysely, projectId)) {
      if (await slots.run(() => verifyPassword({ hash, password }))) passwordId = id;
    }
    if (passwordId === undefined) return { kind: 'wrong' };
    await noteGuess(kysely, guess);
    return { kind: 'right', passwordId };
  };
}
