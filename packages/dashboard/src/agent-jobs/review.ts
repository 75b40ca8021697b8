import type { AgentJob } from '@docwright/sdk';
import { createContext, useContext, useMemo, useState } from 'react';
import { useCan } from '../accounts/me.ts';
import { useDraft } from '../browser/use-draft.ts';
import type { DiffLine } from '@docwright/highlight/parse-diff';
import { isQuoted, MOST_COMMENTS, readComments, refuseReview, sideOf, type ReviewComment } from './review-comments.ts';
import type { SentComment } from './to-timeline.ts';

/** A line of the diff that can be commented on. */
export interface LinePlace {
  readonly path: string;
  readonly line: DiffLine;
}

/** The user's comments on a job's diff, stored in the tab until they are sent. */
export interface Review {
  readonly job: AgentJob;
  readonly comments: readonly ReviewComment[];
  /** Whether the user's role allows follow-ups. */
  readonly canWrite: boolean;
  /** Whether lines can be selected: depends on the user's role and on whether the job accepts follow-ups. */
  readonly isOpen: boolean;
  readonly refusal: ReturnType<typeof refuseReview>;
  /** Comments of earlier follow-ups. */
  readonly sent: readonly SentComment[];
  /** The comments on this line, if the line hasn't changed since then. */
  commentsOn(place: LinePlace): readonly ReviewComment[];
  /** The sent comments on this line. */
  sentOn(place: LinePlace): readonly SentComment[];
  isChosen(place: LinePlace): boolean;
  choose(place: LinePlace | undefined): void;
  add(comment: ReviewComment): void;
  remove(comment: ReviewComment): void;
  clear(): void;
}

export const ReviewContext = createContext<Review | undefined>(undefined);
export const useReview = (): Review | undefined => useContext(ReviewContext);

const nameOf = ({ path, line }: LinePlace): string => `${sideOf(line).side} ${sideOf(line).number} ${path}`;

const nameOfTarget = ({ path, side, to }: ReviewComment): string => `${side} ${to} ${path}`;

/**
 * Manages the user's comments on a job's diff. Users whose role doesn't allow follow-ups can read the comments but
 * can't select lines.
 */
export function useNewReview(job: AgentJob, sent: readonly SentComment[]): Review {
  const canWrite = useCan('agent-jobs:write');
  const [stored, setStored] = useDraft(`review.${job.id}`);
  const [chosen, setChosen] = useState<string>();
  const comments = useMemo(() => readComments(stored), [stored]);
  const sentByName = useMemo(() => Map.groupBy(sent, ({ comment }) => nameOfTarget(comment)), [sent]);
  const refusal = refuseReview(job);
  const commented = new Set(comments.map(nameOfTarget));
  const set = (next: readonly ReviewComment[]) => setStored(next.length === 0 ? '' : JSON.stringify(next));
  return {
    job,
    comments,
    refusal,
    sent,
    canWrite,
    isOpen: canWrite && refusal?.isFinal !== true && comments.length < MOST_COMMENTS,
    commentsOn: (place) => {
      const name = nameOf(place);
      if (!commented.has(name)) return [];
      return comments.filter((each) => nameOfTarget(each) === name && each.lines.at(-1) === place.line.text);
    },
    sentOn: (place) => {
      const named = sentByName.get(nameOf(place)) ?? [];
      return named.filter(({ comment }) => isQuoted(place.line.text, comment.lines.at(-1)));
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
