import type { AccountContext } from '../context.ts';
import { findTimeStep } from './find-time-step.ts';
import { selectSecondFactor, takeTimeStep } from '../user-store.ts';

/** A code that no app shows. better-auth gets it instead of a code that must not be used, and counts a failure. */
export const refusedCode = 'refused';

/**
 * Consumes a code from a user's authenticator app. Returns false if the code is wrong or was used. Only one of two
 * concurrent uses succeeds (RFC 6238, 5.2). better-auth doesn't record used codes, so it gets only codes that were
 * claimed here.
 */
export async function claimTotp({ auth, database }: AccountContext, userId: string, code: string): Promise<boolean> {
  const factor = await selectSecondFactor(database.kysely, userId);
  if (factor === undefined) return false;
  const { symmetricDecrypt } = await import('better-auth/crypto');
  const { secretConfig } = await (await auth()).$context;
  const key = Buffer.from(await symmetricDecrypt({ key: secretConfig, data: factor.secret }));
  const step = findTimeStep(key, code, Date.now());
  return step !== undefined && takeTimeStep(database.kysely, { id: factor.id, secret: factor.secret, step });
}
