import type { AccountContext } from './context.ts';
import { findTimeStep } from './find-time-step.ts';
import { selectSecondFactor, takeTimeStep } from './user-store.ts';

/** No app shows it: what better-auth gets to check in place of a code that may not be used, so that it counts a failure. */
export const refusedCode = 'refused';

/**
 * Uses up a code of a user's authenticator app. False for one that is wrong or was used: of two that come with the same
 * code at once, one gets it (RFC 6238, 5.2). better-auth remembers no codes, so it is only shown those claimed here.
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
