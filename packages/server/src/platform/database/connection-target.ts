import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { DatabaseError } from './errors.ts';

/**
 * @throws DatabaseError `database-unreachable` for an invalid connection URL; the text itself may contain a password
 */
export function parseUrl(url: string): ClientConfig {
  try {
    if (!/^postgres(?:ql)?:\/\//.test(url)) throw new Error('it does not start with postgres:// or postgresql://');
    return parseIntoClientConfig(url);
  } catch (error) {
    const reason = error instanceof Error && !error.message.includes(url) ? error.message : "it can't be parsed";
    throw new DatabaseError('database-unreachable', `The database URL is not valid: ${reason}.`);
  }
}

/** Describes a connection's target without the password: `docs at db.internal:5432 (user web)`. */
export function describeTarget(url: string): string {
  const { host, port, database, user } = parseUrl(url);
  const where = host?.startsWith('/') ? `socket ${host}` : `${host ?? 'localhost'}:${port ?? 5432}`;
  return `${database ?? user ?? 'postgres'} at ${where}${user ? ` (user ${user})` : ''}`;
}
