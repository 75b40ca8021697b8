import { TypeOverrides, types } from 'pg';
import type { ClientConfig } from 'pg';
import { parseUrl } from './connection-target.ts';
import type { ConnectOptions } from './database.ts';

const defaults = {
  applicationName: 'docwright',
  statementTimeoutMs: 30_000,
  /** A transaction that its owner forgot would keep its locks for ever. */
  idleInTransactionTimeoutMs: 60_000,
} as const;

/** How every connection of ours is made, the ones outside the pool too. */
export function clientConfig(options: ConnectOptions): ClientConfig {
  return {
    ...parseUrl(options.url),
    application_name: options.applicationName ?? defaults.applicationName,
    statement_timeout: options.statementTimeoutMs ?? defaults.statementTimeoutMs,
    idle_in_transaction_session_timeout: defaults.idleInTransactionTimeoutMs,
    // Finds out about a peer that vanished without a word (a machine that lost power).
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: ourTypes(),
  };
}

/** int8 as number: our counters and sizes stay below 2^53, and pg would give strings. */
function ourTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}
