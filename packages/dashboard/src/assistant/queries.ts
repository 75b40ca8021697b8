import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type AssistantSettings = Awaited<ReturnType<Client['getAssistantSettings']>>;
export type AssistantQuestion = Awaited<ReturnType<Client['listAssistantQuestions']>>['questions'][number];

export interface QuestionFilters {
  readonly q?: string | undefined;
  readonly outcome?: AssistantQuestion['outcome'] | undefined;
  readonly rating?: 'up' | 'down' | undefined;
}

export const assistantQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['assistant', projectId],
    queryFn: ({ signal }) => client.getAssistantSettings({ projectId }, { signal }),
  });

export const questionsKey = (projectId: string) => ['assistant-questions', projectId] as const;

export const questionsQuery = (client: Client, projectId: string, filters: QuestionFilters) =>
  infiniteQueryOptions({
    queryKey: [...questionsKey(projectId), filters],
    queryFn: ({ pageParam, signal }) =>
      client.listAssistantQuestions({ projectId, ...filters, limit: 25, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
