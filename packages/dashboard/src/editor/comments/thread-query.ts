import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../api/create-api.ts';

export const threadQuery = (client: Client, ids: { readonly projectId: string; readonly threadId: string }) =>
  queryOptions({
    queryKey: ['comment-thread', ids.projectId, ids.threadId],
    queryFn: ({ signal }) => client.getCommentThread(ids, { signal }),
  });
