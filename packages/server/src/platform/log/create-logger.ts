import type { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Logger as PinoLogger } from 'pino';
import { redactText } from './redact.ts';

/** Structured log: `log.info({ jobId }, 'export started')`. Errors go into the field `err`. */
export type Logger = PinoLogger;

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface LoggerOptions {
  readonly level?: LogLevel;
  /** Destination of the lines; stdout by default. */
  readonly destination?: Writable;
  /** Fields that are added to each line. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Creates a logger that writes one JSON object per line: `level`, `time` (ISO 8601, UTC), `msg` and the logged fields,
 * with secrets removed.
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  return pino(
    {
      level: options.level ?? 'info',
      base: { ...options.fields },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactText },
    },
    // Lines that are logged during a write are written together. Before the process exits, it writes all of its lines.
    options.destination ?? pino.destination({ fd: 1, sync: false }),
  );
}
