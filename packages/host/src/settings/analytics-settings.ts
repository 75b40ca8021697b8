/** Settings for the reader data that the host stores and sends to a service. */
import type { DeploymentKind } from '@docwright/bundle';
import {
  choice,
  integer,
  matching,
  SettingsError,
  text,
  type SettingReader,
  type SettingTable,
} from '@docwright/site-server/settings';
import { onOff, plainAddress } from './kinds.ts';

const MiB = 1024 * 1024;

export const analyticsSettings = {
  'analytics.mode': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_MODE',
    kind: choice(['bundle', 'off']),
    default: 'bundle',
    doc: "Whether the host counts readers and accepts feedback, both stored in its data folder: bundle (according to the bundle's features) or off. Never in an air-gapped deployment.",
  },
  'analytics.days': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_DAYS',
    kind: integer(2, 3_650),
    default: '90',
    doc: 'Days for which reader events and feedback are stored.',
  },
  'analytics.maxBytes': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_MAX_BYTES',
    kind: integer(MiB, 1024 * 1024 * MiB),
    default: String(1024 * MiB),
    doc: 'Maximum storage for the events of one site; the oldest days are deleted first. One day can use at most a tenth of it; further events of that day get status 503.',
  },
  'analytics.conversations': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_CONVERSATIONS',
    kind: choice(onOff),
    default: 'on',
    doc: "Whether readers' questions to the assistant and its answers are stored with the events of a site that counts its readers; the panel shows for how many days. on or off.",
  },
  'analytics.forwardUrl': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_URL',
    kind: plainAddress,
    default: undefined,
    doc: 'Base address of a Docwright service to which reader events are sent, so that its dashboard shows them; a site may specify another one. Empty: nothing is sent. Never in an air-gapped deployment.',
  },
  'analytics.forwardKey': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_KEY',
    kind: text,
    default: '',
    secret: true,
    doc: 'API key of that service; it needs only the scope `analytics-events:write`, for this project.',
  },
  'analytics.forwardProject': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_PROJECT',
    kind: matching(/^[\w-]{0,200}$/, 'an ID of letters, digits, hyphens and underscores'),
    default: '',
    doc: 'ID of the project that the site was exported from and that the events belong to.',
  },
  'analytics.forwardFeedback': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_FEEDBACK',
    kind: choice(onOff),
    default: 'on',
    doc: "Whether feedback is also sent to that service, with readers' comments and email addresses. on or off.",
  },
  'analytics.forwardConversations': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_CONVERSATIONS',
    kind: choice(onOff),
    default: 'off',
    doc: "Whether readers' questions to the assistant are also sent to that service, with its answers and their ratings, if `analytics.conversations` stores them. on or off.",
  },
  'analytics.forwardSeconds': {
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_SECONDS',
    kind: integer(1, 3_600),
    default: '30',
    doc: 'How often new events are sent. While the service is unavailable, retries become less frequent, down to every five minutes.',
  },
} as const satisfies SettingTable;

export interface HostAnalyticsSettings {
  readonly isOn: boolean;
  readonly days: number;
  /** Questions to the assistant, with their answers. */
  readonly keepsConversations: boolean;
  /** Limit per site. */
  readonly maxBytes: number;
}

/** The service that receives a site's events. */
export interface ForwardSettings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly project: string;
  /** Feedback with readers' texts. */
  readonly sendsFeedback: boolean;
  /** Questions to the assistant, with their answers and votes. */
  readonly sendsConversations: boolean;
  readonly everyMs: number;
}

type Reader = SettingReader<typeof analyticsSettings>;

export const readAnalytics = (read: Reader): HostAnalyticsSettings => ({
  isOn: read('analytics.mode') !== 'off',
  days: read('analytics.days'),
  keepsConversations: read('analytics.conversations') === 'on',
  maxBytes: read('analytics.maxBytes'),
});

/** The settings, or `undefined` if nothing is sent. @throws SettingsError */
export function readForward(read: Reader, deploymentKind: DeploymentKind): ForwardSettings | undefined {
  const url = read('analytics.forwardUrl');
  const [key, project] = [read('analytics.forwardKey'), read('analytics.forwardProject')];
  if (url === undefined) return undefined;
  if (deploymentKind === 'air-gapped')
    throw new SettingsError('analytics.forwardUrl must be empty: an air-gapped deployment sends nothing.');
  if (key === '' || project === '')
    throw new SettingsError('analytics.forwardUrl requires analytics.forwardKey and analytics.forwardProject.');
  return {
    url,
    key,
    project,
    sendsFeedback: read('analytics.forwardFeedback') === 'on',
    sendsConversations: read('analytics.forwardConversations') === 'on',
    everyMs: read('analytics.forwardSeconds') * 1000,
  };
}
