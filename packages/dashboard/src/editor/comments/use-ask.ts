import type { AgentJob } from '@docwright/sdk';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../api/api-context.ts';
import type { Client } from '../../api/create-api.ts';
import { readStored, writeStored } from '../../browser/stored-text.ts';
import { commentsKey, type FileIds } from '../queries.ts';
import type { QuotedText } from './new-thread-form.tsx';

/** A request to the agent. */
export interface AskInput {
  readonly prompt: string;
  /** Only this file; `undefined` for all. */
  readonly file: string | undefined;
  /** Only the lines with this text. */
  readonly quote: QuotedText | undefined;
}

export interface Ask {
  /** The last request on the branch from this tab, until it is dismissed. */
  readonly job: AgentJob | undefined;
  readonly error: Error | null;
  readonly isSending: boolean;
  readonly isStopping: boolean;
  readonly send: (input: AskInput, onSent?: () => void) => void;
  readonly stop: () => void;
  readonly dismiss: () => void;
}

const POLL_MS = 1_000;

const askQuery = (client: Client, projectId: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['job', id],
    queryFn: ({ signal }) => client.getAgentJob({ projectId, id: id ?? '' }, { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'active' ? POLL_MS : false),
  });

/** Sends requests about the draft to the agent. The last request survives a page reload. */
export function useAsk({ projectId, branch }: FileIds, onSave: () => Promise<unknown>): Ask {
  const client = useClient();
  const queryClient = useQueryClient();
  const storeKey = `docwright.ask ${projectId} ${branch}`;
  const [id, setId] = useState(() => readStored(storeKey, 'sessionStorage') ?? undefined);
  const job = useQuery(askQuery(client, projectId, id));
  const remember = (next: string | undefined): void => {
    writeStored(storeKey, next, 'sessionStorage');
    setId(next);
  };
  const attempt = useRef<{ readonly input: string; readonly key: string }>(undefined);
  const send = useMutation({
    mutationFn: async ({ prompt, file, quote }: AskInput) => {
      // The agent reads the saved text.
      await onSave();
      const about = quote === undefined ? {} : { quote: quote.text, from: quote.from };
      const request = { projectId, branch, prompt, ...(file !== undefined && { file, ...about }) };
      const input = JSON.stringify(request);
      // Repeating a request whose response was lost doesn't start a second job.
      if (attempt.current?.input !== input) attempt.current = { input, key: crypto.randomUUID() };
      return client.askAgent(request, { idempotencyKey: attempt.current.key });
    },
    onSuccess: (started) => {
      attempt.current = undefined;
      queryClient.setQueryData(['job', started.id], started);
      remember(started.id);
    },
  });
  const stop = useMutation({
    mutationFn: () => client.cancelAgentJob({ projectId, id: id ?? '' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['job', id] }),
  });
  const suggested = job.data?.draft?.suggestions.length ?? 0;
  useEffect(() => {
    if (suggested > 0) void queryClient.invalidateQueries({ queryKey: commentsKey({ projectId, branch }) });
  }, [queryClient, projectId, branch, suggested]);
  return {
    job: id === undefined ? undefined : job.data,
    error: send.error,
    isSending: send.isPending,
    isStopping: stop.isPending,
    send: (input, onSent) => send.mutate(input, { onSuccess: () => onSent?.() }),
    stop: () => stop.mutate(),
    dismiss: () => {
      send.reset();
      remember(undefined);
    },
  };
}
