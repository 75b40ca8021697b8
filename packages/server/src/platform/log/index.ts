export { copyLines } from './copy-lines.ts';
export { createLogger } from './create-logger.ts';
export { LogFile } from './log-file.ts';
export { isSecretName, redactText } from './redact.ts';
export type { Logger, LoggerOptions, LogLevel } from './create-logger.ts';
