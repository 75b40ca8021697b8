import type { Authenticate, Identity } from '../../../platform/http/index.ts';

const MAX_HEADER = 1_000;

/**
 * A request's API key: `Bearer <key>`, or HTTP Basic with the key as the password and any user name, which is what git
 * and its credential helpers can send. A key alone as the user name (`https://KEY@host/…`) is also accepted.
 */
export function readKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > MAX_HEADER) return undefined;
  const [, scheme = '', value = ''] = /^(\w+) +(\S+) *$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value;
    case 'basic': {
      const text = Buffer.from(value, 'base64').toString('utf8');
      const colon = text.indexOf(':');
      const password = text.slice(colon + 1);
      return (password === '' ? text.slice(0, colon) : password) || undefined;
    }
    default:
      return undefined;
  }
}

export async function findPrincipal(
  authenticate: Authenticate,
  key: string | undefined,
): Promise<Identity | undefined> {
  return key === undefined || key === '' || key.length > MAX_HEADER ? undefined : authenticate(key);
}
