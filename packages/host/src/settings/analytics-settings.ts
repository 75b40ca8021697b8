/** What the host keeps of what readers do. */
import { HostError } from '../errors.ts';
import type { HostSetting } from './setting-schema.ts';

const MiB = 1024 * 1024;

export const analyticsSettings: readonly HostSetting[] = [
  {
    name: 'analytics.mode',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_MODE',
    doc: "Whether the host counts readers and accepts feedback, in files of the data folder: bundle (according to the bundle's features) or off. Never in an air-gapped deployment.",
    schema: { type: 'string', enum: ['bundle', 'off'] },
    default: 'bundle',
  },
  {
    name: 'analytics.days',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_DAYS',
    doc: 'Days for which reader events and feedback are stored.',
    schema: { type: 'integer', minimum: 2, maximum: 3_650 },
    default: 90,
  },
  {
    name: 'analytics.maxBytes',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_MAX_BYTES',
    doc: 'Maximum storage for the events of one site; the oldest days are deleted first. One day may use at most a tenth of it; further events of that day get status 503.',
    schema: { type: 'integer', minimum: MiB, maximum: 1024 * 1024 * MiB },
    default: 1024 * MiB,
  },
  {
    name: 'analytics.conversations',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_CONVERSATIONS',
    doc: "Whether readers' questions to the assistant and its answers are stored with the events of a site that counts its readers; the panel shows for how many days. on or off.",
    schema: { type: 'string', enum: ['on', 'off'] },
    default: 'on',
  },
  {
    name: 'analytics.forwardUrl',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_URL',
    doc: 'Base address of a Docwright service to which reader events are sent, so that its dashboard shows them; a site may specify another one. Empty: nothing is sent. Never in an air-gapped deployment.',
    schema: { type: 'string', pattern: '^(?:https?://[^\\s@]+)?$' },
    default: '',
  },
  {
    name: 'analytics.forwardKey',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_KEY',
    doc: 'API key of that service; it only needs the scope `analytics-events:write` and the one project.',
    schema: { type: 'string' },
    default: '',
    secret: true,
  },
  {
    name: 'analytics.forwardProject',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_PROJECT',
    doc: 'ID of the project that the events belong to: the one that the site was exported from.',
    schema: { type: 'string', pattern: '^[\\w-]{0,200}$' },
    default: '',
  },
  {
    name: 'analytics.forwardFeedback',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_FEEDBACK',
    doc: "Whether feedback is also sent to that service, with readers' comments and email addresses. on or off.",
    schema: { type: 'string', enum: ['on', 'off'] },
    default: 'on',
  },
  {
    name: 'analytics.forwardConversations',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_CONVERSATIONS',
    doc: "Whether readers' questions to the assistant are also sent to that service, with its answers and their ratings, if `analytics.conversations` stores them. on or off.",
    schema: { type: 'string', enum: ['on', 'off'] },
    default: 'off',
  },
  {
    name: 'analytics.forwardSeconds',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_SECONDS',
    doc: 'How often new events are sent. While the service is unavailable, retries become less frequent, down to every five minutes.',
    schema: { type: 'integer', minimum: 1, maximum: 3_600 },
    default: 30,
  },
];

export interface HostAnalyticsSettings {
  readonly isOn: boolean;
  readonly days: number;
  /** Questions to the assistant, with their answers. */
  readonly keepsConversations: boolean;
  /** Limit per site. */
  readonly maxBytes: number;
}

/** Which service is sent the events of a site. */
export interface ForwardSettings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly project: string;
  /** Feedback with the words of readers. */
  readonly sendsFeedback: boolean;
  /** Questions to the assistant, with their answers and the votes on them. */
  readonly sendsConversations: boolean;
  readonly everyMs: number;
}

interface Values {
  text(name: string): string;
  number(name: string): number;
}

export const readAnalytics = (values: Values): HostAnalyticsSettings => ({
  isOn: values.text('analytics.mode') !== 'off',
  days: values.number('analytics.days'),
  keepsConversations: values.text('analytics.conversations') !== 'off',
  maxBytes: values.number('analytics.maxBytes'),
});

/** The settings, or `undefined` if nothing is sent. @throws HostError `setting-invalid` */
export function readForward(values: Values, deploymentKind: string): ForwardSettings | undefined {
  const url = values.text('analytics.forwardUrl').replace(/(?<!\/)\/+$/, '');
  const [key, project] = [values.text('analytics.forwardKey'), values.text('analytics.forwardProject')];
  if (url === '') return undefined;
  if (deploymentKind === 'air-gapped')
    throw new HostError(
      'setting-invalid',
      'analytics.forwardUrl must be empty: an air-gapped deployment sends nothing',
    );
  if (key === '' || project === '')
    throw new HostError(
      'setting-invalid',
      'analytics.forwardUrl requires analytics.forwardKey and analytics.forwardProject',
    );
  const sendsFeedback = values.text('analytics.forwardFeedback') !== 'off';
  const sendsConversations = values.text('analytics.forwardConversations') === 'on';
  return {
    url,
    key,
    project,
    sendsFeedback,
    sendsConversations,
    everyMs: values.number('analytics.forwardSeconds') * 1000,
  };
}
