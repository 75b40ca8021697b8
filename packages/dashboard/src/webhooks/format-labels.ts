import type { Format } from './queries.ts';

export const formatLabels: Readonly<Record<Format, string>> = {
  standard: 'Events for a server (JSON, signed)',
  slack: 'Slack messages',
  discord: 'Discord messages',
  teams: 'Microsoft Teams messages',
};

export const addressHints: Readonly<Record<Format, string>> = {
  standard: 'An https URL at a public address.',
  slack: 'The incoming webhook URL of your Slack app. Anyone with it can post to the channel, so it isn’t shown again.',
  discord:
    'A webhook URL from the channel’s settings under Integrations. Anyone with it can post to the channel, so it isn’t shown again.',
  teams:
    'The URL of the workflow “Post to a channel when a webhook request is received”. Anyone with it can post to the channel, so it isn’t shown again.',
};

export const formats = Object.keys(formatLabels) as Format[];
