import type { BadgeTone } from '../ui/badge.tsx';
import type { Automation, AutomationRun, RunState, TriggerType } from './queries.ts';

export const stateLooks: Readonly<Record<RunState, { readonly label: string; readonly tone: BadgeTone }>> = {
  queued: { label: 'Queued', tone: 'neutral' },
  running: { label: 'Running', tone: 'info' },
  review_needed: { label: 'Review needed', tone: 'warn' },
  accepted: { label: 'Merged', tone: 'merged' },
  closed: { label: 'Closed', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
  no_changes: { label: 'No changes', tone: 'good' },
};

export const kindLabels: Readonly<Record<Automation['kind'], string>> = {
  custom: 'Custom',
  'update-from-code': 'Update from code',
  'draft-changelog': 'Draft the changelog',
  'fill-gaps': 'Add what readers don’t find',
  'improve-from-feedback': 'Improve pages that readers found unhelpful',
  'fix-links': 'Fix broken links',
  'fix-grammar': 'Fix spelling and grammar',
  'style-guide': 'Apply the style guide',
  translate: 'Keep translations up to date',
  'fix-seo': 'Fix titles and descriptions for search engines',
  'api-coverage': 'Document missing API operations',
};

export const triggerLabels: Readonly<Record<TriggerType, string>> = {
  schedule: 'On a schedule',
  content_update: 'When the documentation changes',
  code_change: 'When source code changes',
  event: 'When an event arrives',
  suggestion: 'When readers miss something',
};

export const updateModeLabels: Readonly<Record<Automation['updateMode'], string>> = {
  pull_request: 'Wait for a review',
  direct_merge: 'Merge if checks and branch rules allow it',
};

/** Returns the schedule, such as `0 9 * * 1 (Europe/Berlin)`, or a description of the trigger's event. */
export const describeTrigger = ({ type, cron = '', timeZone = 'UTC' }: Automation['trigger']): string =>
  type === 'schedule' ? `${cron} (${timeZone})` : triggerLabels[type];

const runTriggerLabels: Readonly<Record<AutomationRun['trigger'], string>> = {
  schedule: 'Schedule',
  content_update: 'Content update',
  code_change: 'Code change',
  event: 'Event',
  suggestion: 'Suggestion',
  manual: 'Started',
};

export const describeStart = ({ trigger, startedBy, events }: AutomationRun): string => {
  const what = startedBy === null ? runTriggerLabels[trigger] : `${runTriggerLabels[trigger]} by ${startedBy}`;
  return events > 1 ? `${what} (events: ${events})` : what;
};
