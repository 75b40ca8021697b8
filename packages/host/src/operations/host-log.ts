/** The logger methods that the deployment server needs; pino provides them. */
export interface HostLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Describes an error for log lines and health responses: its code, if any, but never a stack trace or a link's secrets.
 */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: 'unknown', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return { code, message: error.message };
}
