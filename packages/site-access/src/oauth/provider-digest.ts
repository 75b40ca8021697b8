import { createHash } from 'node:crypto';
import type { OAuthAccess } from '../site-access.ts';

/** Identifies the provider and the client: sessions end when an administrator changes either. */
export function providerDigest(access: OAuthAccess): string {
  const known = digests.get(access);
  if (known !== undefined) return known;
  const { provider, clientId } = access;
  const place = provider.kind === 'oidc' ? provider.issuer : `${provider.authorizationUrl}\n${provider.apiUrl}`;
  const digest = createHash('sha256').update(`${place}\n${clientId}`).digest('base64url').slice(0, 16);
  digests.set(access, digest);
  return digest;
}

const digests = new WeakMap<OAuthAccess, string>();
