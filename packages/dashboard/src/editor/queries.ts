import type { DraftCheck } from '@docwright/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export interface DraftIds {
  readonly projectId: string;
  readonly branch: string;
}

export interface FileIds extends DraftIds {
  readonly path: string;
}

/**
 * Interval at which changes by other authors and new commits are detected, unless the window receives focus earlier.
 */
export const POLL_MS = 30_000;

export const draftKey = ({ projectId, branch }: DraftIds) => ['draft', projectId, branch] as const;

export const draftQuery = (client: Client, ids: DraftIds) =>
  queryOptions({
    queryKey: [...draftKey(ids), 'summary'],
    queryFn: ({ signal }) => client.getDraft(ids, { signal }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });

export const commentsKey = (ids: DraftIds) => [...draftKey(ids), 'comments'] as const;

/** Requests the number of open threads by file. */
export const openCountsQuery = (client: Client, ids: DraftIds) =>
  queryOptions({
    queryKey: [...commentsKey(ids), 'counts'],
    queryFn: async ({ signal }) => {
      const { projectId, branch } = ids;
      const { files } = await client.listCommentThreads({ projectId, branch, limit: 1 }, { signal });
      return new Map(files.map(({ file, open }) => [file, open]));
    },
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });

export const draftFilesQuery = (client: Client, ids: DraftIds) =>
  queryOptions({
    queryKey: [...draftKey(ids), 'files'],
    queryFn: ({ signal }) => client.listDraftFiles(ids, { signal }),
  });

/** Requests a file once, when it is opened. The editor decides when to reload it. */
export const draftFileQuery = (client: Client, ids: FileIds) =>
  queryOptions({
    queryKey: [...draftKey(ids), 'file', ids.path],
    queryFn: ({ signal }) => client.getDraftFile(ids, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Requests the docs.json for dialogs about the navigation. The text of an open file has another query. */
export const siteConfigQuery = (client: Client, ids: DraftIds, path: string) =>
  queryOptions({
    queryKey: [...draftKey(ids), 'navigation', path],
    queryFn: ({ signal }) => client.getDraftFile({ ...ids, path }, { signal }),
  });

export const draftDiffQuery = (client: Client, ids: DraftIds, draftVersion: number) =>
  queryOptions({
    queryKey: [...draftKey(ids), 'diff', draftVersion],
    queryFn: ({ signal }) => client.getDraftDiff(ids, { signal }),
    placeholderData: keepPreviousData,
  });

export const revisionsQuery = (client: Client, ids: FileIds, draftVersion: number) =>
  infiniteQueryOptions({
    queryKey: [...draftKey(ids), 'revisions', ids.path, draftVersion],
    queryFn: ({ pageParam, signal }) => client.listDraftFileRevisions({ ...ids, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** @param at the file's path in the revision */
export const revisionQuery = (
  client: Client,
  ids: FileIds,
  {
    revision,
    at,
    draftVersion,
  }: { readonly revision: string; readonly at?: string | undefined; readonly draftVersion: number },
) =>
  queryOptions({
    queryKey: [...draftKey(ids), 'revision', ids.path, revision, at, draftVersion],
    queryFn: ({ signal }) => client.getDraftFileRevision({ ...ids, revision, at }, { signal }),
  });

const CHECK_TIMEOUT_MS = 120_000;

export const draftCheckQuery = (client: Client, ids: DraftIds, draftVersion: number) =>
  queryOptions({
    queryKey: [...draftKey(ids), 'check', draftVersion],
    queryFn: ({ signal }) =>
      client.checkDraft({ projectId: ids.projectId, branch: ids.branch }, { signal, timeoutMs: CHECK_TIMEOUT_MS }),
    staleTime: Number.POSITIVE_INFINITY,
    // The previous version's findings are shown until this version's are known.
    placeholderData: keepPreviousData,
    retry: false,
  });

export const draftProposalQuery = (client: Client, ids: DraftIds, draftVersion: number) =>
  queryOptions({
    queryKey: [...draftKey(ids), 'proposal', draftVersion],
    queryFn: ({ signal }) => client.getDraftProposal(ids, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // If someone else saves a file, the dialog stays open and keeps the user's input.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });

export const draftListQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['drafts', projectId],
    queryFn: ({ signal }) => client.listDrafts({ projectId }, { signal }),
  });

export type Finding = DraftCheck['introduced'][number];
