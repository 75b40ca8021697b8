/**
 * Verifies the token with which a customer's login signs a reader in (RFC 7519).
 *
 * 1. The key, not the token, determines the algorithm: EdDSA or ES256. A token with `kid` must be signed by that key.
 * 2. `exp` is at most ten seconds ahead, with a minute of clock skew, because a token is for one redirect.
 * 3. `host` is required: a token for another site with the same key is not valid here.
 * 4. Reuse is detected by the signed content, not by the token's text: an ES256 signature has two valid forms.
 */
import { createHash } from 'node:crypto';
import { decodeProtectedHeader, errors, importSPKI, jwtVerify, type CryptoKey, type JWTPayload } from 'jose';
import { readUserObject, type SignedInUser } from '../reader/read-user.ts';
import type { JwtKey } from '../site-access.ts';
import { SignInError } from '../sign-in-error.ts';

const maxAheadSeconds = 10;
const skewSeconds = 60;

export interface TokenRules {
  readonly keys: readonly JwtKey[];
  readonly hosts: readonly string[];
  readonly nowMs: number;
}

export interface VerifiedToken {
  readonly user: SignedInUser;
  readonly key: JwtKey;
  /** Identical for every copy of the token. */
  readonly digest: string;
  /** The time when the token expires; its use must be recorded until then. */
  readonly usableUntilMs: number;
}

/** Verifies a token. @throws SignInError `token-invalid`, `token-expired`, or the errors of `readUserObject` */
export async function verifyReaderToken(token: string, rules: TokenRules): Promise<VerifiedToken> {
  const { payload, key } = await verifySignature(token, rules);
  const { exp, host, jti } = payload;
  const nowSeconds = rules.nowMs / 1000;
  if (exp === undefined) throw new SignInError('token-invalid', 'The token has no "exp".');
  if (exp > nowSeconds + maxAheadSeconds + skewSeconds)
    throw new SignInError('token-expired', `The token expires more than ${maxAheadSeconds} seconds from now.`); // 2
  if (host === undefined) throw new SignInError('host-mismatch', 'The token has no "host".'); // 3, with `readUserObject`
  const signed = typeof jti === 'string' && jti !== '' ? `jti ${jti}` : token.slice(0, token.lastIndexOf('.'));
  return {
    user: readUserObject(payload, rules),
    key,
    digest: createHash('sha256').update(`${key.id}\n${signed}`).digest('base64url'), // 4
    usableUntilMs: (exp + skewSeconds) * 1000,
  };
}

async function verifySignature(
  token: string,
  { keys, nowMs }: TokenRules,
): Promise<{ readonly payload: JWTPayload; readonly key: JwtKey }> {
  for (const key of selectKeys(token, keys)) {
    try {
      const { payload } = await jwtVerify(token, await toCryptoKey(key), {
        algorithms: [key.algorithm],
        clockTolerance: skewSeconds,
        currentDate: new Date(nowMs),
      });
      return { payload, key };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new SignInError('token-expired', 'The token has expired.');
      if (error instanceof errors.JWSSignatureVerificationFailed) continue;
      throw new SignInError('token-invalid', 'The token is not valid.', { cause: error });
    }
  }
  throw new SignInError('token-invalid', 'The token has no valid signature by a key of this site.');
}

/** The keys that may have signed the token. */
function selectKeys(token: string, keys: readonly JwtKey[]): readonly JwtKey[] {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return keys.filter((key) => key.algorithm === alg && (kid === undefined || kid === key.id)); // 1
  } catch (error) {
    throw new SignInError('token-invalid', 'The token is not a signed JWT.', { cause: error });
  }
}

/** One entry per key in use, because changed settings contain new key objects. */
const imported = new WeakMap<JwtKey, Promise<CryptoKey>>();

function toCryptoKey(key: JwtKey): Promise<CryptoKey> {
  const known = imported.get(key);
  if (known !== undefined) return known;
  const importing = importSPKI(key.publicKey, key.algorithm);
  imported.set(key, importing);
  return importing;
}
