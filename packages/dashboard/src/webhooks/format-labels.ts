import type { Format } from './queries.ts';

export const formatLabels: Readonly<Record<Format, string>> = {
  standard: 'Events for a server (JSON, signed)',
  slack: 'Slack messages',
  discord: 'Discord messages',
  teams: 'Microsoft Teams messages',
};

export const addressHints: Readonly<Record<Format, string>> = {
  standard: 'An https URL at a public address.',
  slack:
    'The URL of an incoming webhook of your Slack app. Whoever has it can write to the channel, so it is not shown again.',
  discord:
    'The URL of a webhook in the channel’s settings under Integrations. Whoever has it can write to the channel, so it is not shown again.',
  teams:
    'The URL of the workflow “Post to a channel when a webhook request is received”. Whoever has it can write to the channel, so it is not shown again.',
};

export const formats = Object.keys(formatLabels) as Format[];
