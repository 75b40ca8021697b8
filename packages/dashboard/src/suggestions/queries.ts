import type { Suggestion, SuggestionList } from '@docwright/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type SuggestionStatus = Suggestion['status'];

/** A list is one of the hundred calls of web analytics that an organization has in an hour: it is kept, and a change is written into it. */
const FRESH_MS = 300_000;
/** The Overview is opened often, and what readers miss changes slowly. */
const CARD_FRESH_MS = 1_800_000;
const CARD_ROWS = 3;

export const suggestionsKey = (projectId: string) => ['suggestions', projectId] as const;

interface SuggestionFilters {
  /** Undefined: all but the dismissed ones. */
  readonly status?: SuggestionStatus | undefined;
  readonly minVisitors?: number | undefined;
}

export const suggestionsQuery = (client: Client, projectId: string, filters: SuggestionFilters) =>
  queryOptions({
    queryKey: [...suggestionsKey(projectId), filters],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => client.listSuggestions({ projectId, ...filters, limit: 100 }, { signal }),
  });

/** Also a call of web analytics; the lists change by the day. */
export const pageHealthQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['page-health', projectId],
    staleTime: CARD_FRESH_MS,
    queryFn: ({ signal }) => client.getPageHealth({ projectId, limit: 100 }, { signal }),
  });

/** Those of most readers. */
export const loudestQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['suggestions-loudest', projectId],
    staleTime: CARD_FRESH_MS,
    queryFn: ({ signal }) => client.listSuggestions({ projectId, status: 'open', limit: CARD_ROWS }, { signal }),
  });

/** What is loaded, with one suggestion as it is now: it stays where it is until someone filters again. */
export const withChanged = (loaded: SuggestionList | undefined, changed: Suggestion): SuggestionList | undefined =>
  loaded && {
    ...loaded,
    suggestions: loaded.suggestions.map((one) => (one.id === changed.id ? changed : one)),
  };
