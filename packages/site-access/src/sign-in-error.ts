/** The reasons for failed sign-ins, by code. Operators find the code in the log. */
export const signInErrorCodes = {
  'cookies-missing':
    'The browser sent no cookie for this sign-in: it took too long or began elsewhere, or cookies are off.',
  'group-invalid':
    'The groups of a reader are not a list of strings of at most 200 characters without control characters.',
  'host-mismatch': 'A token or a user object is for another host.',
  'provider-invalid': 'The identity provider sent a response that violates its protocol.',
  'provider-refused': 'The identity provider refused the sign-in.',
  'provider-unreachable': 'The identity provider is not responding, or responds too slowly.',
  'token-expired': 'A token has expired, or expires too late.',
  'token-invalid': 'A token has no valid signature by a listed key.',
  'token-used': 'A token was used before.',
  'user-expired': 'The user object has expired.',
  'user-invalid': 'The user object is not a JSON object of at most 64 KB with the documented fields.',
} as const;

export type SignInErrorCode = keyof typeof signInErrorCodes;

export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: SignInErrorCode;
  /** The user object that was refused, for tests of settings. */
  readonly received: unknown;

  constructor(code: SignInErrorCode, message: string, options: ErrorOptions & { readonly received?: unknown } = {}) {
    super(message, options);
    this.code = code;
    this.received = options.received;
  }
}

/** Parses received data; if that fails, the error contains the data. */
export function readReceived<T, R>(received: T, read: (received: T) => R): R {
  try {
    return read(received);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    throw new SignInError(error.code, error.message, { cause: error.cause, received });
  }
}

const maxCauses = 5;

/** The messages of an error and its causes, for administrators, without any received data. */
export function describeFailure(error: Error): string {
  const texts: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && texts.length < maxCauses; cause = cause.cause)
    if (!texts.includes(cause.message)) texts.push(cause.message);
  return texts.join(' ');
}
