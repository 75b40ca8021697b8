import { describeToolCall, type AgentJobEvent } from '@docwright/sdk';
import { shorten } from '../../output/shorten.ts';

/**
 * Describes an event in words, with the local time, one line per action. Returns no lines for events that only the
 * engine needs.
 */
export function formatEventLines(event: AgentJobEvent): readonly string[] {
  const time = new Date(event.at).toTimeString().slice(0, 8);
  return describeEvent(event).map((line) => `${time}  ${line}`);
}

/** Returns the lines of `formatEventLines` without the time. */
export function describeEvent(event: AgentJobEvent): readonly string[] {
  return toLines(event).filter((line) => line !== '');
}

function toLines({ type, data }: AgentJobEvent): readonly string[] {
  const text = (key: string): string => textOf(data[key]);
  switch (type) {
    case 'job.created':
      return [`Prompt: ${shorten(text('prompt'))}`, ...listOf(data['attachments']).map(describeImage)];
    case 'job.follow_up':
      return [
        ...(text('prompt') === '' ? [] : [`Follow-up: ${shorten(text('prompt'))}`]),
        ...listOf(data['comments']).map(describeComment),
        ...listOf(data['attachments']).map(describeImage),
      ];
    case 'turn.started':
      return [];
    case 'step.model':
      return describeStep(objectOf(data['detail']));
    case 'step.tools':
      return listOf(objectOf(data['detail'])['results'])
        .filter(({ isError }) => isError === true)
        .map(({ output }) => `  refused: ${shorten(typeof output === 'string' ? output : JSON.stringify(output))}`);
    case 'gate.checked':
      return [joined('Checked the site', shorten(text('message')))];
    case 'commit.made':
      return [`Created the commit ${text('commit').slice(0, 12)}`];
    case 'branch.pushed':
      return [`Pushed the branch ${text('branch')}`];
    case 'branch.adopted':
      return [`Continued from the changed branch ${text('branch')}`];
    case 'base.renewed':
      return [`Continued from the newest commit of ${text('branch')}`];
    case 'pull_request.ready':
      return [joined(`Pull request #${text('number')} is ready`, text('prLink'))];
    case 'pull_request.ended':
      return [joined(`Pull request ${text('state')}`, text('prLink'))];
    case 'job.completed':
      return [stops[text('result')] ?? 'Completed', ...describeRisks(data['risks'])];
    case 'job.failed':
      return [joined('Failed', shorten(text('message')))];
    case 'job.cancelled':
      return ['Canceled'];
    case 'job.archived':
      return ['Archived'];
  }
}

const describeImage = ({ name }: Record<string, unknown>): string => `Image: ${shorten(textOf(name))}`;

/** Formats `Comment on a.mdx, line 7: Shorter.` */
function describeComment({ path, from, to, text }: Record<string, unknown>): string {
  const lines = from === to ? `line ${textOf(from)}` : `lines ${textOf(from)}–${textOf(to)}`;
  return `Comment on ${shorten(textOf(path))}, ${lines}: ${shorten(textOf(text))}`;
}

const stops: Readonly<Record<string, string>> = {
  answer: 'Answered',
  needs_input: 'Stopped with a question',
  needs_model: 'Stopped: the prompt needs a model',
  blocked_by_policy: 'Stopped by the project’s policy',
  conflict: 'Stopped by a conflict',
};

/** Describes the reasons why the pull request is a draft. */
function describeRisks(risks: unknown): readonly string[] {
  if (!Array.isArray(risks) || risks.length === 0) return [];
  const lines = risks.filter((risk) => typeof risk === 'string').map((risk) => `- ${shorten(risk)}`);
  return ['Review this first:', ...lines];
}

function describeStep(detail: Readonly<Record<string, unknown>>): readonly string[] {
  const calls = listOf(detail['calls']).map(({ name, input }) => {
    const { action, subject } = describeToolCall(textOf(name), input);
    return shorten(`${action} ${subject}`.trim());
  });
  return [shorten(textOf(detail['text'])), ...calls];
}

const joined = (words: string, more: string): string => (more === '' ? words : `${words}: ${more}`);

/** Events contain the engine's journal, which is parsed defensively. */
const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
