import type { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Logger as PinoLogger } from 'pino';
import { redactText } from './redact.ts';

/** Structured log: `log.info({ jobId }, 'export started')`. Errors go into the field `err`. */
export type Logger = PinoLogger;

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface LoggerOptions {
  readonly level?: LogLevel;
  /** Where the lines go; stdout by default. */
  readonly destination?: Writable;
  /** Added to each line. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** One JSON object a line: `level`, `time` (ISO 8601, UTC), `msg`, and what was logged, with secrets blanked. */
export function createLogger(options: LoggerOptions = {}): Logger {
  return pino(
    {
      level: options.level ?? 'info',
      base: { ...options.fields },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactText },
    },
    // Lines that arrive during a write are written together; the process waits for them before it ends.
    options.destination ?? pino.destination({ fd: 1, sync: false }),
  );
}
