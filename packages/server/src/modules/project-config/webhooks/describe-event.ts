import type { WebhookEventType } from '@docwright/contract';
import { cutText } from './cut-text.ts';
import { countOf } from '../../../platform/words/count-of.ts';

/** An event as readable text for a chat. */
export interface DescribedEvent {
  readonly title: string;
  /** Text below the title; empty if the title is sufficient. */
  readonly text: string;
  readonly link: { readonly url: string; readonly label: string } | undefined;
  readonly tone: 'good' | 'bad' | 'neutral';
  /** The time in ISO 8601. */
  readonly at: string;
}

type Data = Readonly<Record<string, unknown>>;
type Describe = (data: Data) => Omit<DescribedEvent, 'at'>;

const jobEnds: Readonly<Record<string, string>> = { needs_input: 'needs input', answer: 'answered' };

const describers: Readonly<Record<WebhookEventType | 'webhook.test', Describe>> = {
  'agent.job.completed': (data) => ({
    title: `Agent job ${jobEnds[readText(data['result'])] ?? 'completed'}: ${data['result'] === 'answer' ? cutText(readText(data['prompt']), 100) : nameOfJob(data)}`,
    text: readText(data['summary']),
    link: linkTo(data['prLink'], 'Open the pull request'),
    tone: data['prLink'] === null ? 'neutral' : 'good',
  }),
  'agent.job.failed': (data) => ({
    title: `Agent job failed: ${nameOfJob(data)}`,
    text: readError(data['error']),
    link: linkTo(data['prLink'], 'Open the pull request'),
    tone: 'bad',
  }),
  'static-export.job.completed': (data) => ({
    title: `Export completed: ${readText(data['domain'])}`,
    text: `${countOf(Number(data['pageCount']), 'page')}${atCommit(data)}.`,
    link: undefined,
    tone: 'good',
  }),
  'static-export.job.failed': (data) => ({
    title: `Export failed: ${readText(data['domain'])}`,
    text: readText(data['error']),
    link: undefined,
    tone: 'bad',
  }),
  'deployment.ready': (data) => ({ ...describeDeployment('ready', data), tone: 'neutral' }),
  'deployment.failed': (data) => ({ ...describeDeployment('failed', data), tone: 'bad' }),
  'deployment.activated': (data) => ({ ...describeDeployment('live', data), tone: 'good' }),
  'site.access_changed': (data) => ({
    title: `Readers' access is now "${readText(data['mode'])}"${data['signIn'] === 'optional' ? ' with optional sign-in' : ''}: ${readText(data['url'])}`,
    text: toPurgeAdvice(data['purgePrefixes']),
    link: undefined,
    tone: 'neutral',
  }),
  'feedback.created': (data) => ({
    title: `New feedback on ${readText(data['path'])}`,
    text: readText(data['comment']),
    link: undefined,
    tone: data['helpful'] === false ? 'bad' : 'neutral',
  }),
  'budget.threshold_reached': (data) => ({
    title: `${readText(data['threshold'])}% of the model budget is spent`,
    text: `${toUsd(data['spentUsd'])} of ${toUsd(data['budgetUsd'])} USD in ${readText(data['month'])}, for ${
      data['projectId'] === null ? 'the organization' : `the project ${readText(data['projectId'])}`
    }.${data['stopsJobs'] === true ? ' New agent jobs are refused.' : ''}`,
    link: undefined,
    tone: 'bad',
  }),
  'automation.run.review_needed': (data) => describeRun('Ready for review', data, 'good'),
  'automation.run.waiting': (data) => describeRun('Still waiting for review', data, 'neutral'),
  'automation.run.accepted': (data) => describeRun('Merged', data, 'good'),
  'automation.run.failed': (data) => describeRun('Run failed', data, 'bad'),
  'webhook.test': (data) => ({
    title: 'Docwright sends its events to this address',
    text: readText(data['message']),
    link: undefined,
    tone: 'neutral',
  }),
};

/** @param payload a delivery's body, as written by `composePayload` */
export function describeEvent(payload: string): DescribedEvent {
  const { type, timestamp, data } = JSON.parse(payload) as {
    readonly type: WebhookEventType;
    readonly timestamp: string;
    readonly data: Data;
  };
  return { ...describers[type](data), at: timestamp };
}

/** Like `describeEvent`, but for an event that isn't a payload yet. */
export const describeData = (type: WebhookEventType, data: object): Omit<DescribedEvent, 'at'> =>
  describers[type](data as Data);

/** Returns the job's title, or the beginning of its prompt. */
const nameOfJob = ({ title, prompt }: Data): string => cutText(readText(title) || readText(prompt), 100);

function describeDeployment(state: string, data: Data): Omit<DescribedEvent, 'at' | 'tone'> {
  return {
    title: `Deployment ${state}: ${readText(data['branch'])}${atCommit(data)}`,
    text: readText(data['summary']),
    link: undefined,
  };
}

function describeRun(what: string, data: Data, tone: DescribedEvent['tone']): Omit<DescribedEvent, 'at'> {
  const pullRequest = data['pullRequest'] as { readonly url?: unknown } | null | undefined;
  return {
    title: `${what}: ${cutText(readText(data['automationName']), 100)}`,
    text: readText(data['outcome']),
    link: linkTo(pullRequest?.url, 'Open the pull request'),
    tone,
  };
}

const atCommit = ({ commit }: Data): string => (typeof commit === 'string' ? ` at ${commit.slice(0, 7)}` : '');

const toUsd = (value: unknown): string => (typeof value === 'number' ? value.toFixed(2) : '');

/** Returns advice to purge a CDN; empty if nothing was cacheable before. */
function toPurgeAdvice(prefixes: unknown): string {
  const urls = Array.isArray(prefixes) ? prefixes.map(readText) : [];
  return urls.length === 0 ? '' : `Purge these URLs from your CDN: ${urls.join(', ')}`;
}

const readError = (error: unknown): string =>
  typeof error === 'object' && error !== null ? readText((error as { message?: unknown }).message) : readText(error);

/** Returns a text as one paragraph, without characters that a chat doesn't show. */
function readText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim() : '';
}

function linkTo(value: unknown, label: string): DescribedEvent['link'] {
  const isLink = typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
  return isLink ? { url: new URL(value).href, label } : undefined;
}
