import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DocwrightError } from '@docwright/sdk';
import type { ReactElement, ReactNode } from 'react';
import { useApi } from '../api/api-context.ts';
import type { Api } from '../api/create-api.ts';
import { Loaded } from '../api/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './forms.module.css';

/** Returns the address of this page, to return to after signing in. */
export const thisPage = (): string => `${location.pathname}${location.search}`;

/** Whether the service reported that a link was used, was withdrawn or has expired. */
export const isLinkUnusable = (error: unknown): boolean => hasCode(error, 'link_unusable');

export const isAccountExisting = (error: unknown): boolean => hasCode(error, 'account_exists');

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof DocwrightError && (error.code as string) === code;

/** Requests the data of the link in the page's address. Nothing is requested if the token is missing. */
export function useLinkFacts<T>(
  kind: string,
  token: string | undefined,
  describe: (api: Api, token: string) => Promise<T>,
): UseQueryResult<T> {
  const api = useApi();
  return useQuery({
    queryKey: [kind, token],
    queryFn: () => describe(api, token ?? ''),
    enabled: token !== undefined,
    // The signed-in user can change between two visits.
    gcTime: 0,
  });
}

/** A notice about a link without its token. */
export const IncompleteLink = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <Notice tone="warn" title="This link is incomplete">
    {children}
  </Notice>
);

/** Shows what to do about a link that no longer works, because retrying wouldn't help. */
export function DeadLink({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <>
      <Notice tone="warn" title={title} isLive>
        {children}
      </Notice>
      <p className={styles['foot']}>
        <Link to="/sign-in">Go to sign-in</Link>
      </p>
    </>
  );
}

/** Shows the service's description of a link, or `dead` if the link no longer works. */
export function LoadedLink<T>({
  query,
  dead,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly dead: ReactNode;
  readonly children: (facts: T) => ReactNode;
}): ReactElement {
  if (query.data === undefined && isLinkUnusable(query.error ?? query.failureReason)) return <>{dead}</>;
  return <Loaded query={query}>{children}</Loaded>;
}
