/**
 * Returns the reason for a failed connection, for the caller who specified the host. Omits the host's address, which
 * the error's message contains ("connect ECONNREFUSED 10.0.0.5:443"), because it may belong to a private network.
 */
export function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { address, syscall = 'connect', code = error.name, message } = error as NodeJS.ErrnoException & Addressed;
  // If several addresses were tried, the error has no message.
  return address === undefined && message !== '' ? message : `${syscall} ${code}`;
}

interface Addressed {
  readonly address?: string;
}
