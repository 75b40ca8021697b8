import type { AgentJobEvent } from '@docwright/sdk';
import { toComments, type ReviewComment } from './review-comments.ts';
import { toImages, type SentImage } from './sent-images.ts';

/** The activity of a job in readable form: prompts, steps with their tool calls, and results. */
export type TimelineEntry =
  | {
      readonly kind: 'prompt';
      readonly id: number;
      readonly at: string;
      /** Empty if the user sent only comments. */
      readonly prompt: string;
      readonly comments: readonly ReviewComment[];
      readonly images: readonly SentImage[];
    }
  | {
      readonly kind: 'step';
      readonly id: number;
      readonly at: string;
      readonly text: string;
      readonly calls: readonly ToolCall[];
      readonly elapsedMs: number | undefined;
      /** `undefined` while its tools run. */
      readonly endedAt: string | undefined;
    }
  | {
      readonly kind: 'mark';
      readonly id: number;
      readonly at: string;
      readonly tone: 'good' | 'bad' | 'neutral';
      readonly title: string;
      readonly text: string | undefined;
      /** Whether the text is a commit ID or a branch name, not a sentence. */
      readonly isName: boolean;
      readonly link: string | undefined;
    };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** `undefined` while it runs. */
  readonly output: unknown;
  readonly state: 'running' | 'done' | 'refused';
  /** The images that the call showed to the model. */
  readonly images: readonly SentImage[];
}

type StepEntry = Extract<TimelineEntry, { kind: 'step' }>;

/**
 * Converts events, in ID order, to timeline entries. Events contain the engine's journal, which is parsed defensively
 * and shown unchanged.
 */
export function toTimeline(events: readonly AgentJobEvent[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const event of events) {
    if (event.type === 'step.tools') addResults(entries, event);
    else {
      const entry = toEntry(event);
      if (entry !== undefined) entries.push(entry);
    }
  }
  return entries;
}

function toEntry(event: AgentJobEvent): TimelineEntry | undefined {
  const { id, at, data } = event;
  const mark = (tone: 'good' | 'bad' | 'neutral', title: string, text?: string, link?: string): TimelineEntry => ({
    kind: 'mark',
    id,
    at,
    tone,
    title,
    text,
    isName: names.has(event.type),
    link,
  });
  switch (event.type) {
    case 'job.created':
    case 'job.follow_up':
      return {
        kind: 'prompt',
        id,
        at,
        prompt: textOf(data['prompt']) ?? '',
        comments: toComments(data['comments']),
        images: toImages(data['attachments']),
      };
    case 'turn.started':
      return undefined;
    case 'step.model':
      return toStep(event);
    case 'step.tools':
      return undefined;
    case 'gate.checked':
      return mark('neutral', 'Checked the site', textOf(data['message']));
    case 'commit.made':
      return mark('neutral', 'Created the commit', textOf(data['commit'])?.slice(0, 12));
    case 'branch.pushed':
      return mark('neutral', 'Pushed the branch', textOf(data['branch']));
    case 'pull_request.ready':
      return mark('good', `Pull request #${textOf(data['number']) ?? ''} is ready`, undefined, textOf(data['prLink']));
    case 'branch.adopted':
      return mark('neutral', 'Continued from the changed branch', textOf(data['branch']));
    case 'base.renewed':
      return mark('neutral', 'Continued from the newest commit', textOf(data['branch']));
    case 'pull_request.ended':
      return mark('neutral', `Pull request ${textOf(data['state']) ?? 'ended'}`, undefined, textOf(data['prLink']));
    case 'job.completed': {
      if (data['result'] === 'answer') return mark('good', 'Answered');
      const stop = stops[textOf(data['result']) ?? ''];
      return stop === undefined ? mark('good', 'Completed', textOf(data['summary'])) : mark('neutral', stop);
    }
    case 'job.failed':
      return mark('bad', 'Failed', textOf(data['message']));
    case 'job.cancelled':
      return mark('neutral', 'Canceled');
    case 'job.archived':
      return mark('neutral', 'Archived', data['pullRequest'] === 'open' ? 'Its pull request stays open.' : undefined);
  }
}

/** Events with a git name as their text. */
const names: ReadonlySet<string> = new Set(['commit.made', 'branch.pushed', 'branch.adopted', 'base.renewed']);

/** The remedy for a stop is shown once, below the timeline. */
const stops: Readonly<Record<string, string>> = {
  needs_input: 'Stopped with a question',
  needs_model: 'Stopped: needs a model',
  blocked_by_policy: 'Stopped by the project’s policy',
  conflict: 'Stopped by a conflict',
};

function toStep({ id, at, data }: AgentJobEvent): StepEntry {
  const detail = objectOf(data['detail']);
  return {
    kind: 'step',
    id,
    at,
    text: textOf(detail['text']) ?? '',
    calls: listOf(detail['calls']).map((call) => ({
      id: textOf(call['id']) ?? '',
      name: textOf(call['name']) ?? 'tool',
      input: call['input'],
      output: undefined,
      state: 'running',
      images: [],
    })),
    elapsedMs: numberOf(detail['elapsedMs']),
    endedAt: undefined,
  };
}

/** Adds results to the calls of the preceding step. */
function addResults(entries: TimelineEntry[], { at, data }: AgentJobEvent): void {
  const index = entries.findLastIndex(({ kind }) => kind === 'step');
  const step = entries[index];
  if (step?.kind !== 'step') return;
  const detail = objectOf(data['detail']);
  const results = new Map(listOf(detail['results']).map((result) => [textOf(result['id']), result]));
  entries[index] = {
    ...step,
    endedAt: at,
    elapsedMs: (step.elapsedMs ?? 0) + (numberOf(detail['elapsedMs']) ?? 0),
    calls: step.calls.map((call) => {
      const result = results.get(call.id);
      if (result === undefined) return { ...call, state: 'done' };
      const state = result['isError'] === true ? 'refused' : 'done';
      return { ...call, output: result['output'], state, images: toImages(result['images']) };
    }),
  };
}

/** A comment on lines that was sent to the agent. */
export interface SentComment {
  readonly at: string;
  readonly comment: ReviewComment;
}

/** Returns the comments of all follow-ups, oldest first. */
export const findSentComments = (entries: readonly TimelineEntry[]): readonly SentComment[] =>
  entries.flatMap((entry) =>
    entry.kind === 'prompt' ? entry.comments.map((comment) => ({ at: entry.at, comment })) : [],
  );

/** Results of the docs gate at the end of the last turn. */
export interface GateResult {
  readonly status: string;
  readonly fixed: number;
  readonly existing: number;
  readonly repairRounds: number;
  readonly introduced: readonly { path: string; line: number | undefined; message: string }[];
}

export function findGate(events: readonly AgentJobEvent[]): GateResult | undefined {
  const event = events.findLast(({ data }) => 'gate' in objectOf(objectOf(data['detail'])['finished']));
  if (event === undefined) return undefined;
  const gate = objectOf(objectOf(objectOf(event.data['detail'])['finished'])['gate']);
  return {
    status: textOf(gate['status']) ?? '',
    fixed: numberOf(gate['fixed']) ?? 0,
    existing: numberOf(gate['existing']) ?? 0,
    repairRounds: numberOf(gate['repairRounds']) ?? 0,
    introduced: listOf(gate['introduced']).map((finding) => ({
      path: textOf(finding['path']) ?? '',
      line: numberOf(finding['line']),
      message: textOf(finding['message']) ?? '',
    })),
  };
}

/** Returns the reasons why the pull request is a draft, from the last turn with changes. */
export function findRisks(events: readonly AgentJobEvent[]): readonly string[] {
  const event = events.findLast(({ type, data }) => type === 'job.completed' && data['result'] === 'changes');
  const risks: unknown = event?.data['risks'];
  return Array.isArray(risks) ? risks.filter((risk) => typeof risk === 'string') : [];
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(objectOf) : []);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
