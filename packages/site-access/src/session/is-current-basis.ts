import { keyDigest } from '../jwt/key-digest.ts';
import { providerDigest } from '../oauth/provider-digest.ts';
import type { SiteAccess } from '../site-access.ts';

/** Whether the basis of a sign-in still exists. A membership is checked separately. */
export function isCurrentBasis(
  access: SiteAccess,
  { epoch, basis }: { readonly epoch: number; readonly basis: string },
): boolean {
  if (epoch !== access.sessionEpoch) return false;
  switch (access.mode) {
    case 'password':
      return access.passwordIds.includes(basis);
    case 'jwt':
      return access.keys.some((key) => keyDigest(key) === basis);
    case 'oauth':
      return providerDigest(access) === basis;
    case 'members':
      return true;
    case 'proxy':
    case 'public':
      return false;
  }
}
