import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { useClient } from '../api/api-context.ts';
import {
  noContext,
  rangeOf,
  toPieces,
  withLines,
  type ContextLines,
  type Gap,
  type GapChoice,
  type Piece,
} from './context-lines.ts';
import type { FileDiff } from '@docwright/highlight/parse-diff';
import { jobDiffQuery, type JobIds } from './queries.ts';

/** Maximum number of lines per response, minus the adjacent line. */
const MOST_OF_ONE_ANSWER = 999;

interface LineRequest {
  readonly gap: Gap;
  readonly choice: GapChoice;
}

export interface ContextFetching {
  /** The only running request. */
  readonly pending: LineRequest | undefined;
  readonly error: { readonly at: number; readonly cause: unknown } | undefined;
  fetchLines(request: LineRequest): void;
}

/** Returns the hunks of a file and the context that the user has requested, until the diff changes. */
export function useContextLines(
  job: JobIds | undefined,
  file: FileDiff,
  table: RefObject<HTMLElement | null>,
): ContextFetching & { readonly pieces: readonly Piece[] } {
  const client = useClient();
  const queryClient = useQueryClient();
  const [known, setKnown] = useState({ file, context: noContext });
  const context = known.file === file ? known.context : noContext;
  const pieces = useMemo(() => toPieces(file, context), [file, context]);
  const read = async ({ gap, choice: { direction, count } }: LineRequest): Promise<ContextLines | undefined> => {
    if (job === undefined) return undefined;
    let found = context;
    let hidden: Gap | undefined = gap;
    for (let left = count; left > 0 && hidden !== undefined; left -= MOST_OF_ONE_ANSWER) {
      const range = rangeOf(hidden, direction, Math.min(left, MOST_OF_ONE_ANSWER));
      const answer = await client.getAgentJobDiffLines({ ...job, path: file.path, ...range });
      const next = withLines(file, found, { gap: hidden, direction, answer });
      if (next === undefined) return undefined;
      found = next;
      hidden = toPieces(file, found).find((piece) => piece.gap?.at === gap.at)?.gap;
    }
    return found;
  };
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: read,
    onSuccess: async (next) => {
      if (next !== undefined) setKnown({ file, context: next });
      // The agent has continued in the meantime, so the requested lines belong to an older diff.
      else if (job !== undefined) await queryClient.invalidateQueries({ queryKey: jobDiffQuery(client, job).queryKey });
    },
  });
  useEffect(() => {
    // The button that fetched the last lines of a gap has disappeared, together with the keyboard focus.
    if (context !== noContext && document.activeElement === document.body)
      table.current?.focus({ preventScroll: true });
  }, [context, table]);
  return {
    pieces,
    pending: isPending ? variables : undefined,
    error: error === null || variables === undefined ? undefined : { at: variables.gap.at, cause: error },
    fetchLines: (request) => {
      if (!isPending) mutate(request);
    },
  };
}
