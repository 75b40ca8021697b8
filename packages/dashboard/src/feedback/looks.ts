import type { Feedback } from '@docwright/sdk';
import type { Tone } from '../ui/badge.tsx';
import type { FeedbackStatus } from './queries.ts';

export const statusLooks: Readonly<Record<FeedbackStatus, { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'Pending', tone: 'warn' },
  in_progress: { label: 'In progress', tone: 'info' },
  resolved: { label: 'Resolved', tone: 'good' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
};

export const sourceLabels: Readonly<Record<Feedback['source'], string>> = {
  contextual: 'With a comment',
  thumbs_only: 'Rating only',
  code_snippet: 'On a code block',
  agent: 'From an agent',
};
