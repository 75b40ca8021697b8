import type { AssistantAnswer } from '@docwright/sdk';
import type { Tone } from '../ui/badge.tsx';

export const outcomeLooks: Readonly<
  Record<AssistantAnswer['outcome'], { readonly label: string; readonly tone: Tone }>
> = {
  answered: { label: 'Answered', tone: 'good' },
  unanswered: { label: 'The pages don’t say', tone: 'warn' },
  failed: { label: 'The model failed', tone: 'bad' },
  stopped: { label: 'Stopped', tone: 'neutral' },
};
