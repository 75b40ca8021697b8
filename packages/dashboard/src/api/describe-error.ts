import { DocwrightError } from '@docwright/sdk';

export interface ErrorText {
  readonly title: string;
  readonly text: string;
  /** Id of the request in the service's log. */
  readonly requestId: string | undefined;
  /** Whether the same may work in a moment. */
  readonly isTransient: boolean;
}

/** What an error says to a person. The service's own words are good; what lies before them needs some. */
export function describeError(error: unknown): ErrorText {
  if (!(error instanceof DocwrightError)) {
    const text = error instanceof Error ? error.message : String(error);
    return { title: 'Something went wrong in this page', text, requestId: undefined, isTransient: false };
  }
  const { status, message, requestId } = error;
  // A service may be newer than this page: what it names is not always in the list.
  const code: string = error.code;
  const base = { text: message, requestId, isTransient: false };
  if (code === 'network_error') {
    return {
      ...base,
      title: 'The service can’t be reached',
      text: 'Nothing is lost; it is asked again.',
      isTransient: true,
    };
  }
  if (code === 'timeout') {
    return { ...base, title: 'The service did not answer in time', text: 'Nothing is lost.', isTransient: true };
  }
  if (code === 'invalid_credentials' || code === 'invalid_code') return { ...base, title: 'That did not fit' };
  if (status === 404) return { ...base, title: 'There is nothing here' };
  if (status === 401) return { ...base, title: 'You are signed out' };
  if (status === 403) return { ...base, title: 'This is not allowed' };
  if (status === 409 || status === 412) return { ...base, title: 'This does not fit the present state' };
  if (status === 429) return { ...base, title: 'That was too often' };
  if (status >= 500) return { ...base, title: 'The service had a fault', isTransient: status !== 500 };
  return { ...base, title: 'This was not accepted' };
}

/** Messages of a 400 by the field that they are about: `/domains/0` and `/domains` are both of `domains`. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof DocwrightError)) return {};
  return Object.fromEntries(
    error.details.map(({ path, message }) => [path.replace(/^\//, '').split('/', 1)[0] ?? path, message]),
  );
}
