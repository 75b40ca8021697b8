import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
const derive = promisify(argon2);

/** Returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive('argon2id', toInput(password, salt, cost));
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

const shape = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether the password matches the hash. False if the hash is of another kind. */
export async function verifyPassword(input: { readonly hash: string; readonly password: string }): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = shape.exec(input.hash) ?? [];
  if (memory === undefined) return false;
  const read = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive('argon2id', {
    ...toInput(input.password, Buffer.from(salt, 'base64'), read),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

/** Normalizes the password to NFKC (RFC 8265): the same characters are the same password on every keyboard. */
const toInput = (password: string, salt: Buffer, { memory, passes, parallelism }: typeof cost) => ({
  message: Buffer.from(password.normalize('NFKC')),
  nonce: salt,
  memory,
  passes,
  parallelism,
  tagLength: hashBytes,
});

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/(?<!=)=+$/, '');
