import type { Suggestion } from '@docwright/sdk';
import type { Tone } from '../ui/badge.tsx';
import { formatCount } from '../ui/format.ts';
import type { SuggestionStatus } from './queries.ts';

export const statusLooks: Readonly<Record<SuggestionStatus, { readonly label: string; readonly tone: Tone }>> = {
  open: { label: 'Open', tone: 'warn' },
  in_progress: { label: 'In progress', tone: 'info' },
  resolved: { label: 'Resolved', tone: 'good' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
};

export const kindLabels: Readonly<Record<Suggestion['kind'], string>> = {
  missing_topic: 'Missing topic',
  unhelpful_page: 'Unhelpful page',
  missing_address: 'Broken address',
};

export const evidenceLabels: Readonly<Record<Suggestion['evidence'][number]['kind'], string>> = {
  search: 'Search without results',
  question: 'Unanswered question',
  feedback: 'Feedback',
  not_found: 'Broken address (404)',
};

type Effect = NonNullable<Suggestion['effect']>;

const describeCount = ({ visitors, days }: Effect['before']): string =>
  `${formatCount(visitors, 'reader')} in ${formatCount(days, 'day')}`;

/** Describes the effect of a change. Both periods consist of full days but can differ in length. */
export const describeEffect = ({ before, after }: Effect): string =>
  after === null
    ? `Before: ${describeCount(before)}. After: not known until a full day has passed.`
    : `Before: ${describeCount(before)}. After: ${describeCount(after)}.`;
