/**
 * Why a connection failed, for the caller who named its host. The host's address is left out: it may belong to a private network, and
 * the error's own message contains it ("connect ECONNREFUSED 10.0.0.5:443").
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
