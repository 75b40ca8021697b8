export { createLogger } from './create-logger.ts';
export { redactText } from './redact.ts';
export type { Logger, LoggerOptions, LogLevel } from './create-logger.ts';
