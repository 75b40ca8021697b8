import type { CommentThread } from '@docwright/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../api/create-api.ts';
import { commentsKey, POLL_MS, type FileIds } from '../queries.ts';

const PAGE = 100;
/** Only the first members can be mentioned, because loading more would take too long. */
const MOST_PEOPLE = 2_000;

/** Requests all threads of a file. Their number is limited. */
export const threadsQuery = (client: Client, { projectId, branch, path }: FileIds, state: 'open' | 'closed') =>
  queryOptions({
    queryKey: [...commentsKey({ projectId, branch }), 'threads', path, state],
    queryFn: async ({ signal }) => {
      const threads: CommentThread[] = [];
      let cursor: string | undefined;
      do {
        const list = await client.listCommentThreads(
          { projectId, branch, file: path, state, limit: PAGE, cursor },
          { signal },
        );
        threads.push(...list.threads);
        cursor = list.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return threads;
    },
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });

/** Requests the people who can be mentioned. */
export const peopleQuery = (client: Client) =>
  queryOptions({
    queryKey: ['members', 'mentions'],
    queryFn: async ({ signal }) => {
      const members: Awaited<ReturnType<Client['listMembers']>>['members'] = [];
      let cursor: string | undefined;
      do {
        const list = await client.listMembers({ limit: PAGE, cursor }, { signal });
        members.push(...list.members);
        cursor = list.nextCursor ?? undefined;
      } while (cursor !== undefined && members.length < MOST_PEOPLE);
      return members.map(({ userId, name, email }) => ({ id: userId, name: name.trim() === '' ? email : name, email }));
    },
    staleTime: 60_000,
  });
