/** One line of what stopped a look; ports promise that theirs hold no credential. */
export function describeFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}
