import type { AgentJob } from '@docwright/sdk';
import { createContext, useContext, useMemo, useState } from 'react';
import { useCan } from '../accounts/me.ts';
import { useDraft } from '../browser/use-draft.ts';
import type { DiffLine } from '@docwright/highlight/parse-diff';
import { MOST_COMMENTS, readComments, refuseReview, sideOf, type ReviewComment } from './review-comments.ts';

/** A line of the diff that is being commented on, or is not yet. */
export interface LinePlace {
  readonly path: string;
  readonly line: DiffLine;
}

/** What one has written on the lines of a job's diff; kept for the tab until it is sent. */
export interface Review {
  readonly job: AgentJob;
  readonly comments: readonly ReviewComment[];
  /** Whether lines can be chosen: by one's role, and as long as the job may take follow-ups. */
  readonly isOpen: boolean;
  readonly refusal: ReturnType<typeof refuseReview>;
  /** Those on this line, as long as it is the one that they were written on. */
  commentsOn(place: LinePlace): readonly ReviewComment[];
  isChosen(place: LinePlace): boolean;
  choose(place: LinePlace | undefined): void;
  add(comment: ReviewComment): void;
  remove(comment: ReviewComment): void;
  clear(): void;
}

export const ReviewContext = createContext<Review | undefined>(undefined);
export const useReview = (): Review | undefined => useContext(ReviewContext);

const nameOf = ({ path, line }: LinePlace): string => `${sideOf(line).side} ${String(sideOf(line).number)} ${path}`;

/** `undefined` if the role doesn't allow follow-ups. */
export function useNewReview(job: AgentJob): Review | undefined {
  const canWrite = useCan('agent-jobs:write');
  const [stored, setStored] = useDraft(`review.${job.id}`);
  const [chosen, setChosen] = useState<string>();
  const comments = useMemo(() => readComments(stored), [stored]);
  if (!canWrite) return undefined;
  const refusal = refuseReview(job);
  const nameOfTarget = ({ path, side, to }: ReviewComment) => `${side} ${String(to)} ${path}`;
  const commented = new Set(comments.map(nameOfTarget));
  const set = (next: readonly ReviewComment[]) => setStored(next.length === 0 ? '' : JSON.stringify(next));
  return {
    job,
    comments,
    refusal,
    isOpen: refusal?.isFinal !== true && comments.length < MOST_COMMENTS,
    commentsOn: (place) => {
      const name = nameOf(place);
      if (!commented.has(name)) return [];
      return comments.filter((each) => nameOfTarget(each) === name && each.lines.at(-1) === place.line.text);
    },
    isChosen: (place) => chosen === nameOf(place),
    choose: (place) => setChosen(place && nameOf(place)),
    add: (comment) => {
      set([...comments, comment]);
      setChosen(undefined);
    },
    remove: (comment) => set(comments.filter((each) => each !== comment)),
    clear: () => set([]),
  };
}
