import type { AccountContext } from '../context.ts';
import { signInMethodMissing } from '../errors.ts';

/** Refuses password operations if the operator allows only the identity provider. @throws ApiError `not_found` */
export function requirePasswordSignIn({ settings }: Pick<AccountContext, 'settings'>): void {
  if (!settings.passwordSignIn) throw signInMethodMissing('Sign-in by password');
}
