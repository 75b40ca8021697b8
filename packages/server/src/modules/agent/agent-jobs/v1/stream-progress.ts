import type { AgentJobEvent, AgentJobV1 } from '@docwright/contract';
import type { UiMessageChunk } from '../../../../platform/http/index.ts';
import { readWatchedJob } from '../intake/require-agent-job.ts';
import { streamEvents } from '../intake/stream-events.ts';
import type { AgentJobRow } from '../tables.ts';

type StreamDeps = Parameters<typeof streamEvents>[0];
type Watched = Omit<Parameters<typeof streamEvents>[1], 'after'>;

/** ID of the stream's only text. */
const text = 'progress';

/**
 * Sends a job's events as one message of the AI SDK, with a paragraph for each event that has text. The message's
 * metadata is the ended job; a failed job's message ends with an error.
 */
export async function streamProgress(
  deps: StreamDeps & { readonly show: (row: AgentJobRow) => AgentJobV1 },
  watched: Watched,
  send: (chunk: UiMessageChunk) => Promise<void>,
): Promise<void> {
  await send({ type: 'start', messageId: watched.id });
  await send({ type: 'start-step' });
  await send({ type: 'text-start', id: text });
  await streamEvents(deps, { ...watched, after: 0 }, async ({ data }) => {
    const says = describe(data as AgentJobEvent);
    if (says !== undefined) await send({ type: 'text-delta', id: text, delta: `${says}\n\n` });
  });
  await send({ type: 'text-end', id: text });
  await send({ type: 'finish-step' });
  const job = deps.show(await readWatchedJob(deps, watched));
  const failed = job.haulted && job.haultReason !== 'completed';
  if (failed) await send({ type: 'error', errorText: job.messageToUser ?? 'The job failed.' });
  await send({ type: 'finish', messageMetadata: job });
}

function describe({ type, data }: AgentJobEvent): string | undefined {
  switch (type) {
    case 'job.created':
      return 'The job is waiting for a worker.';
    case 'turn.started':
      return 'The agent has started.';
    case 'step.model':
      return toStep(data['detail']);
    case 'gate.checked':
      return textOf(data['message']);
    case 'branch.pushed':
      return `Pushed the branch ${textOf(data['branch'])}.`;
    case 'pull_request.ready':
      return `Pull request: ${textOf(data['prLink'])}`;
    case 'job.completed':
      return textOf(data['summary']);
    case 'job.failed':
      return textOf(data['message']);
    case 'job.cancelled':
      return 'The job was canceled.';
    default:
      return undefined;
  }
}

/**
 * Returns the model's text, or the names of the tools that it called. The journal's format isn't fixed, so it is parsed
 * defensively.
 */
function toStep(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined;
  const { text: answerText, calls } = detail as { readonly text?: unknown; readonly calls?: unknown };
  const spoken = textOf(answerText);
  if (spoken !== undefined) return spoken;
  const names = (Array.isArray(calls) ? calls : []).flatMap((call: unknown) =>
    typeof call === 'object' && call !== null && 'name' in call && typeof call.name === 'string' ? [call.name] : [],
  );
  return names.length === 0 ? undefined : `Tools: ${names.join(', ')}.`;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
