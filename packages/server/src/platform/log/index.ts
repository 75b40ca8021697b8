export { createLogger } from './create-logger.ts';
export type { Logger, LoggerOptions, LogLevel } from './create-logger.ts';
