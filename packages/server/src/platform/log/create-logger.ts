import type { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Logger as PinoLogger } from 'pino';

/** Structured log: `log.info({ jobId }, 'export started')`. What is logged passes the redaction of `redact.ts`. */
export type Logger = PinoLogger;

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface LoggerOptions {
  readonly level?: LogLevel;
  /** Where the lines go; stdout by default. */
  readonly destination?: Writable;
  /** Added to each line. */
  readonly fields?: Readonly<Record<string, string>>;
}

export function createLogger(options: LoggerOptions = {}): Logger {
  return pino(
    { level: options.level ?? 'info', base: { ...options.fields } },
    options.destination ?? pino.destination(1),
  );
}
