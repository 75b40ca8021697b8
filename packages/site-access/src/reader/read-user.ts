import { createHash } from 'node:crypto';
import type { Reader } from '../reader.ts';
import { readReceived, SignInError } from '../sign-in-error.ts';
import { readGroups } from './read-groups.ts';

/** A user, as described by the customer's server. */
export interface SignedInUser {
  readonly reader: Reader;
  /** Latest end of the sign-in, in milliseconds since 1970; `undefined` if only the site's limit applies. */
  readonly expiresAtMs: number | undefined;
  /** The user object as received. */
  readonly received: Readonly<Record<string, unknown>>;
}

export interface UserRules {
  /** Hosts of the site: `host` of the user object must be one of them, if it is set. */
  readonly hosts: readonly string[];
  readonly nowMs: number;
}

const maxSubjectBytes = 200;
const maxNameLength = 100;
/** RFC 5321, 4.5.3.1.3. */
const maxEmailLength = 254;

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a user object: `{host?, expiresAt?: seconds, groups?: string[], content?: object}`, with `sub` or `id`, `name`
 * and `email` in it or in its `content`.
 *
 * @throws SignInError `user-invalid`, `user-expired`, `host-mismatch`, `group-invalid`
 */
export const readUserObject = (value: unknown, rules: UserRules): SignedInUser =>
  readReceived(value, () => readObject(value, rules));

function readObject(value: unknown, rules: UserRules): SignedInUser {
  if (!isPlain(value)) throw new SignInError('user-invalid', 'The user object is not a JSON object.');
  const content = isPlain(value['content']) ? value['content'] : {};
  if (value['host'] !== undefined) requireHost(value['host'], rules.hosts);
  const groups = readGroups(value['groups']);
  const find = (name: string): unknown => value[name] ?? content[name];
  const email = readEmail(find('email'));
  const subject = readSubject(find('sub')) ?? readSubject(find('id')) ?? email ?? digest(JSON.stringify(value));
  return {
    reader: { subject, groups, name: readName(find('name')), email },
    expiresAtMs: readExpiry(value['expiresAt'], rules.nowMs),
    received: value,
  };
}

/** Requires that `host` is one of the site's hosts; the port is compared only if `host` contains one. */
function requireHost(value: unknown, hosts: readonly string[]): void {
  const host = typeof value === 'string' ? value.toLowerCase() : '';
  if (hosts.some((own) => own === host || own.replace(/:\d+$/, '') === host)) return;
  throw new SignInError('host-mismatch', 'This sign-in is for another site.');
}

/** @returns a subject that fits into a session; a long subject is replaced with its digest */
export function readSubject(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '') return undefined;
  return Buffer.byteLength(text) <= maxSubjectBytes && text.isWellFormed() && !/\p{Cc}/u.test(text)
    ? text
    : digest(text);
}

/** @returns a shortened name to display */
export function readName(value: unknown): string | undefined {
  const name = readText(value);
  return name === undefined ? undefined : name.slice(0, maxNameLength).toWellFormed().trim();
}

/** Reads an email address. One that is too long is ignored, because shortening would make it a different address. */
export function readEmail(value: unknown): string | undefined {
  const email = readText(value);
  return email === undefined || Buffer.byteLength(email) > maxEmailLength ? undefined : email;
}

function readText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}

const digest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64url')}`;

function readExpiry(value: unknown, nowMs: number): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new SignInError('user-invalid', '"expiresAt" must be a number of seconds since 1970.');
  if (value * 1000 <= nowMs) throw new SignInError('user-expired', 'This sign-in has expired.');
  return value * 1000;
}
