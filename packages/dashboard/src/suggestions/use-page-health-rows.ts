import type { PageHealth } from '@docwright/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '../api/api-context.ts';

export type PageHealthLists = { readonly [Name in keyof PageHealth]: NonNullable<PageHealth[Name]> };

export interface PageHealthRows<Row> {
  readonly rows: readonly Row[];
  /** Loads the next rows; `undefined` if none exist. */
  readonly more: (() => void) | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

const nameInRequests = {
  brokenLinks: 'broken_links',
  unreadPages: 'unread',
  searchedFromPages: 'searched_from',
  stalePages: 'stale',
  codeChangedPages: 'code_changed',
} as const;

interface Part<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** Returns a list's rows, starting with those loaded with all lists. Each further request is a web analytics call. */
export function usePageHealthRows<Name extends keyof PageHealthLists>(
  projectId: string,
  name: Name,
  first: PageHealthLists[Name],
): PageHealthRows<PageHealthLists[Name]['rows'][number]> {
  type Row = PageHealthLists[Name]['rows'][number];
  const client = useClient();
  const parts = useInfiniteQuery({
    // Different first rows start a new list.
    queryKey: ['page-health-rows', projectId, name, first],
    initialData: { pages: [first as Part<Row>], pageParams: [0] },
    initialPageParam: 0,
    staleTime: Infinity,
    queryFn: async ({ pageParam: offset, signal }): Promise<Part<Row>> => {
      const asked = { projectId, list: nameInRequests[name], limit: 100, offset };
      return (await client.getPageHealth(asked, { signal }))[name] ?? { rows: [], hasMore: false };
    },
    getNextPageParam: ({ hasMore }, pages) =>
      hasMore ? pages.reduce((count, { rows }) => count + rows.length, 0) : undefined,
  });
  return {
    rows: parts.data.pages.flatMap(({ rows }) => rows),
    more: parts.hasNextPage ? () => void parts.fetchNextPage() : undefined,
    isLoading: parts.isFetchingNextPage,
    error: parts.error,
  };
}
