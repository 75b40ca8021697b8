/** What the host keeps of what readers do. */
import { HostError } from '../errors.ts';
import type { HostSetting } from './setting-schema.ts';

const MiB = 1024 * 1024;

export const analyticsSettings: readonly HostSetting[] = [
  {
    name: 'analytics.mode',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_MODE',
    doc: "Whether the host counts readers and takes feedback, in files of the data folder: bundle (as the bundle's features say) or off. Never in an air-gapped deployment.",
    schema: { type: 'string', enum: ['bundle', 'off'] },
    default: 'bundle',
  },
  {
    name: 'analytics.days',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_DAYS',
    doc: 'Days for which events and feedback of readers are kept.',
    schema: { type: 'integer', minimum: 2, maximum: 3_650 },
    default: 90,
  },
  {
    name: 'analytics.maxBytes',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_MAX_BYTES',
    doc: 'Space that the events of one site may take: the oldest days go first. One day takes at most a tenth of it; what comes then is answered 503.',
    schema: { type: 'integer', minimum: MiB, maximum: 1024 * 1024 * MiB },
    default: 1024 * MiB,
  },
  {
    name: 'analytics.conversations',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_CONVERSATIONS',
    doc: 'Whether questions of readers to the assistant and its answers are kept with the events of a site that counts its readers; the panel says for how many days. on or off.',
    schema: { type: 'string', enum: ['on', 'off'] },
    default: 'on',
  },
  {
    name: 'analytics.forwardUrl',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_URL',
    doc: 'Base address of a Docwright service that is sent what readers did, so that its dashboard shows it; a site may name another. Empty: nothing is sent. Never in an air-gapped deployment.',
    schema: { type: 'string', pattern: '^(?:https?://[^\\s@]+)?$' },
    default: '',
  },
  {
    name: 'analytics.forwardKey',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_KEY',
    doc: 'API key of that service; the scope `analytics-events:write` and the one project are enough.',
    schema: { type: 'string' },
    default: '',
    secret: true,
  },
  {
    name: 'analytics.forwardProject',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_PROJECT',
    doc: 'Id of the project whose readers they are: that of which the site is an export.',
    schema: { type: 'string', pattern: '^[\\w-]{0,200}$' },
    default: '',
  },
  {
    name: 'analytics.forwardFeedback',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_FEEDBACK',
    doc: 'Whether that service is sent feedback as well, with what readers wrote and the email addresses that they left. on or off.',
    schema: { type: 'string', enum: ['on', 'off'] },
    default: 'on',
  },
  {
    name: 'analytics.forwardConversations',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_CONVERSATIONS',
    doc: 'Whether that service is sent questions of readers to the assistant as well, with its answers and the votes on them, as far as `analytics.conversations` keeps them. on or off.',
    schema: { type: 'string', enum: ['on', 'off'] },
    default: 'off',
  },
  {
    name: 'analytics.forwardSeconds',
    environment: 'DOCWRIGHT_HOST_ANALYTICS_FORWARD_SECONDS',
    doc: 'How often it is looked for what is new to send. While the service is away it is asked less and less often, at last every five minutes.',
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
      'analytics.forwardUrl needs analytics.forwardKey and analytics.forwardProject',
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
