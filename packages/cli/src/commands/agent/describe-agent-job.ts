import type { AgentJob, AgentJobEvent, CitedLines } from '@docwright/sdk';
import type { Style } from '../../output/style.ts';
import { formatFields } from '../../output/table.ts';
import { countOf } from '../../count-of.ts';

export function describeAgentJob(job: AgentJob, style: Style): string {
  const { usage, files } = job;
  const tokens = usage.inputTokens + usage.outputTokens;
  const fields = formatFields([
    ['Job', job.id],
    ['Status', colorStatus(job.status, style)],
    ['Result', job.result],
    [
      'Pull request',
      job.prLink === null || job.pullRequest === null ? job.prLink : `${job.prLink} (${job.pullRequest.state})`,
    ],
    ['Merged', job.merge === null ? undefined : describeMerge(job.merge)],
    ['Repository', job.source.repository],
    ['Branch', job.source.ref],
    ['Model', job.model],
    ['Started by', job.startedBy?.name],
    ['Created', job.createdAt],
    [
      'Tokens',
      tokens === 0 ? undefined : `${tokens}${usage.known ? '' : ' or more'} (${usage.costUsd.toFixed(2)} USD)`,
    ],
    ['From cache', describeCached(usage)],
    ['Dry run', job.dryRun ? `nothing is published; changes: docwright jobs diff ${job.id}` : undefined],
    ['Draft', job.draft === null ? undefined : describeDraft(job.draft)],
    ['Duplicate of', job.duplicateOf],
  ]);
  const changes = files.map(
    ({ change, path, added, removed, image }) =>
      `  ${change.padEnd(8)} ${path} ${image === undefined ? `+${added} -${removed}` : '(image)'}`,
  );
  const failure = job.error === null ? [] : [`${job.error.code}: ${job.error.message}`, `  ${job.error.remedy}`];
  const sources = (job.answer?.citations ?? []).map(describeLines);
  const cited = sources.length === 0 ? [] : ['', 'Sources:', ...sources];
  return [fields, ...changes, ...(job.summary === null ? [] : ['', job.summary]), ...cited, ...failure].join('\n');
}

/** Formats `unchanged; 1 of 3 lines changed 14 days later`. Unknown figures are left out. */
function describeMerge(merge: NonNullable<AgentJob['merge']>): string | undefined {
  const { unchanged, linesChangedBefore: before, lines, linesChangedAfter: after } = merge;
  const parts = [
    unchanged === true ? 'unchanged' : undefined,
    unchanged === false
      ? `changed by others${before === null || before === 0 ? '' : ` (${countOf(before, 'line')})`}`
      : undefined,
    lines === null || after === null ? undefined : `${after} of ${countOf(lines, 'line')} changed 14 days later`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

/** Formats `docs/index.mdx:3-7 (acme/docs@1a2b3c4)` or `docs/index.mdx:3-7 (draft of acme/docs)`. */
function describeLines({ repository, commit, path, from, to }: CitedLines): string {
  const name = new URL(repository).pathname.slice(1);
  const source = commit === null ? `draft of ${name}` : `${name}@${commit.slice(0, 7)}`;
  return `  ${path}:${from}${to === from ? '' : `-${to}`} (${source})`;
}

const describeDraft = ({ branch, file, suggestions }: NonNullable<AgentJob['draft']>): string =>
  `${file ?? 'all files'} on ${branch}, ${countOf(suggestions.length, 'suggestion')}`;

/** Describes the tokens that the provider read from its cache and wrote to it. */
function describeCached({ inputTokens, cachedInputTokens, cacheWriteTokens }: AgentJob['usage']): string | undefined {
  if (cachedInputTokens + cacheWriteTokens === 0) return undefined;
  const share = Math.round((100 * cachedInputTokens) / Math.max(1, inputTokens));
  return `${countOf(cachedInputTokens, 'input token')} (${share}%), ${cacheWriteTokens} written to it`;
}

export function colorStatus(status: string, style: Style): string {
  switch (status) {
    case 'completed':
      return style('green', status);
    case 'failed':
      return style('red', status);
    case 'active':
    case 'running':
    case 'queued':
      return style('yellow', status);
    default:
      return status;
  }
}

/** Maximum number of characters of a value in an event's line. */
const MAX_VALUE = 120;

/** Describes an event in one line: its time, type and simple values. */
export function describeEvent({ at, type, data }: AgentJobEvent): string {
  const words = Object.entries(data).flatMap(([key, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? [`${key}=${shorten(String(value))}`] : [];
  });
  return [at.slice(11, 19), type, ...words].join(' ');
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_VALUE ? line : `${line.slice(0, MAX_VALUE)}…`;
}
