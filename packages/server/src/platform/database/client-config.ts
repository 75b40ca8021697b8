import { TypeOverrides, types } from 'pg';
import type { ClientConfig } from 'pg';
import { parseUrl } from './connection-target.ts';
import type { ConnectOptions } from './database.ts';

const defaults = {
  applicationName: 'docwright',
  statementTimeoutMs: 30_000,
  /** An abandoned transaction would keep its locks forever. */
  idleInTransactionTimeoutMs: 60_000,
} as const;

/** The settings for all of the service's connections, including those outside the pool. */
export function clientConfig(options: ConnectOptions): ClientConfig {
  return {
    ...parseUrl(options.url),
    application_name: options.applicationName ?? defaults.applicationName,
    statement_timeout: options.statementTimeoutMs ?? defaults.statementTimeoutMs,
    idle_in_transaction_session_timeout: defaults.idleInTransactionTimeoutMs,
    // Detects a peer that disappeared without closing the connection (a machine that lost power).
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: ourTypes(),
  };
}

/** Returns int8 as a number instead of pg's string, because the service's counters and sizes stay below 2^53. */
function ourTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}
