/** What the host keeps of what readers do. */
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
];

export interface HostAnalyticsSettings {
  readonly isOn: boolean;
  readonly days: number;
  /** Questions to the assistant, with their answers. */
  readonly keepsConversations: boolean;
  /** Of one site. */
  readonly maxBytes: number;
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
