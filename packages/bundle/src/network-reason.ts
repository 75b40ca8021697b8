/**
 * Why a connection failed, in words for those who named its host: without the address behind the name, which may be one of a private
 * network. The error's own message has it ("connect ECONNREFUSED 10.0.0.5:443").
 */
export function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { address, syscall = 'connect', code = error.name, message } = error as NodeJS.ErrnoException & Addressed;
  // An attempt at several addresses has no message of its own.
  return address === undefined && message !== '' ? message : `${syscall} ${code}`;
}

interface Addressed {
  readonly address?: string;
}
