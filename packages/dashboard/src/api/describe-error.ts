import { DocwrightError } from '@docwright/sdk';

export interface ErrorText {
  readonly title: string;
  readonly text: string;
  /** ID of the request in the service's log. */
  readonly requestId: string | undefined;
  /**
   * Page of the manual about the error, below the service's address, or `undefined` for errors that aren't from the
   * service.
   */
  readonly manualPath: string | undefined;
  /** Whether the same request may succeed a moment later. */
  readonly isTransient: boolean;
  /** Whether a retry could succeed. A rejected request is rejected again until the cause changes. */
  readonly canRetry: boolean;
}

/**
 * Describes an error for people. The service's messages are shown unchanged; failures without a response get a message
 * here.
 */
export function describeError(error: unknown): ErrorText {
  if (!(error instanceof DocwrightError)) {
    const text = error instanceof Error ? error.message : String(error);
    return {
      title: 'Something went wrong in this page',
      text,
      requestId: undefined,
      manualPath: undefined,
      isTransient: false,
      canRetry: true,
    };
  }
  const { status, message, requestId } = error;
  // The service can be newer than this page, so the list may lack its codes.
  const code: string = error.code;
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  const manualPath = requestId === undefined ? undefined : `/docs/api/errors#${code}`;
  const base = { text: message, requestId, manualPath, isTransient: false, canRetry: !isRefused };
  if (code === 'network_error') {
    return {
      ...base,
      title: 'Can’t reach the server',
      text: 'Nothing is lost. Trying again…',
      isTransient: true,
    };
  }
  if (code === 'timeout') {
    return { ...base, title: 'The server took too long to respond', text: 'Nothing is lost.', isTransient: true };
  }
  if (saysItAll.has(code)) return { ...base, title: message, text: '' };
  if (code === 'site_not_live') return { ...base, title: 'The project has no live site' };
  if (code === 'previews_off') return { ...base, title: 'Previews are turned off' };
  if (status === 404) return { ...base, title: 'Not found' };
  if (status === 401) return { ...base, title: 'You’re signed out' };
  if (status === 403) return { ...base, title: 'You don’t have permission' };
  if (status === 409 || status === 412) return { ...base, title: 'This can’t be done right now' };
  if (status === 429) return { ...base, title: 'Too many requests' };
  if (status >= 500) return { ...base, title: 'Something went wrong on the server', isTransient: status !== 500 };
  return { ...base, title: 'Check what you entered' };
}

/** Sign-in errors, whose messages need no heading. */
const saysItAll: ReadonlySet<string> = new Set([
  'invalid_credentials',
  'invalid_code',
  'too_many_attempts',
  'weak_password',
  'link_unusable',
  'account_exists',
  'wrong_account',
]);

/**
 * Returns the messages of a 400 response by field: `/domains/0` and `/domains` both belong to `domains`, and
 * `/trigger/cron` belongs to `trigger` and to `trigger.cron`.
 */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof DocwrightError)) return {};
  return Object.fromEntries(
    error.details.flatMap(({ path, message }) => {
      const [field = path, ...rest] = path.replace(/^\//, '').split('/');
      const inner = rest.filter((part) => !/^\d+$/.test(part));
      return [[field, message], ...(inner.length === 0 ? [] : [[[field, ...inner].join('.'), message]])];
    }),
  );
}
