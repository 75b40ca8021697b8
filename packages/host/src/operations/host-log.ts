/** The part of a logger that the deployment server needs; pino fits. */
export interface HostLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** An error as log lines and health responses show it: its code if there is one, never a stack or a link's secrets. */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: 'unknown', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return { code, message: error.message };
}
