import type { Suggestion, SuggestionList } from '@docwright/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type SuggestionStatus = Suggestion['status'];

/**
 * Loading a list counts toward an organization's limit of a hundred web analytics calls per hour, so lists are cached,
 * and changes are written to the cache.
 */
const FRESH_MS = 300_000;
/** The Overview is opened often, but suggestions change slowly. */
const CARD_FRESH_MS = 1_800_000;
const CARD_ROWS = 3;

export const suggestionsKey = (projectId: string) => ['suggestions', projectId] as const;

interface SuggestionFilters {
  /** `undefined` for all except dismissed suggestions. */
  readonly status?: SuggestionStatus | undefined;
  readonly minVisitors?: number | undefined;
}

export const suggestionsQuery = (client: Client, projectId: string, filters: SuggestionFilters) =>
  queryOptions({
    queryKey: [...suggestionsKey(projectId), filters],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => client.listSuggestions({ projectId, ...filters, limit: 100 }, { signal }),
  });

/** Requests page health, which also counts as a web analytics call. The lists change daily. */
export const pageHealthQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['page-health', projectId],
    staleTime: CARD_FRESH_MS,
    queryFn: ({ signal }) => client.getPageHealth({ projectId, limit: 20 }, { signal }),
  });

/** Requests the suggestions with the most readers. */
export const topSuggestionsQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['suggestions-loudest', projectId],
    staleTime: CARD_FRESH_MS,
    queryFn: ({ signal }) => client.listSuggestions({ projectId, status: 'open', limit: CARD_ROWS }, { signal }),
  });

/** Returns the loaded rows with a new version of one suggestion, which keeps its position until the filters change. */
export const withChanged = (loaded: SuggestionList | undefined, changed: Suggestion): SuggestionList | undefined =>
  loaded && {
    ...loaded,
    suggestions: loaded.suggestions.map((one) => (one.id === changed.id ? changed : one)),
  };
