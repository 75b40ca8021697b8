/** Describes in one line what stopped a check. The errors of ports contain no credentials. */
export function describeFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}
