/**
 * Whether an error means that the connection is lost, and not that the statement failed. The statement's effect is
 * unknown: it may have been committed. Repeat it only if it is idempotent or fenced.
 */
export function isConnectionLost(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    if (lostCodes.has(code) || code.startsWith('08')) return true;
    if (current instanceof AggregateError && current.errors.some(isConnectionLost)) return true;
    if (lostMessages.test(current.message)) return true;
  }
  return false;
}

const lostCodes = new Set([
  // PostgreSQL, appendix A: shutdown, crash and "starting up". 57P05 is the idle-session limit.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** The messages of pg errors without a code. */
const lostMessages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;
