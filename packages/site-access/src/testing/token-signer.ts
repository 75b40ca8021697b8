import { createHmac, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT, type JWTHeaderParameters } from 'jose';
import type { JwtKey } from '../site-access.ts';

/** A customer's login, which has the private key for one of the listed keys. */
export class TokenSigner {
  readonly key: JwtKey;
  readonly #private: KeyObject;

  constructor(id: string, algorithm: JwtKey['algorithm'] = 'EdDSA') {
    const pair =
      algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = pair.privateKey;
    this.key = { id, algorithm, publicKey: pair.publicKey.export({ format: 'pem', type: 'spki' }).toString() };
  }

  /** Creates a valid token, with changes. @param nowMs the current time; `exp` is five seconds later */
  sign(
    nowMs: number,
    claims: Readonly<Record<string, unknown>> = {},
    header: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const { id: kid, algorithm: alg } = this.key;
    const usual = {
      host: 'docs.example',
      sub: 'ada',
      groups: ['staff'],
      exp: Math.floor(nowMs / 1000) + 5,
      jti: randomUUID(),
    };
    const protectedHeader = Object.entries({ alg, kid, ...header }).filter(([, value]) => value !== undefined);
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader(Object.fromEntries(protectedHeader) as unknown as JWTHeaderParameters)
      .sign(this.#private);
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a token with any text as its signature. */
export const craftToken = (header: object, claims: object, signature = ''): string =>
  `${encode(header)}.${encode(claims)}.${signature}`;

export function craftHmacToken(header: object, claims: object, secret: string): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
