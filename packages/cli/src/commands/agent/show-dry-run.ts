import type { AutomationDryRun } from '@docwright/sdk';
import type { CommandResult } from '../../invocation.ts';
import { shorten } from '../../output/shorten.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { formatContext } from '../../parse-context.ts';

/** Describes what a run of an automation would do. */
export function showDryRun(tried: AutomationDryRun): CommandResult {
  const { events, waitingEvents, waitingFor, prompt, asksFirst, evidence, scope, jobId } = tried;
  const rows = events.map(({ at, text, ignored }) => [at, shorten(text), ignored ?? 'starts a run']);
  const fields = formatFields([
    ['Waiting events', String(waitingEvents)],
    ['Waiting for', waitingFor ?? undefined],
    ['Asks first', asksFirst ? 'yes: is there anything to do?' : undefined],
    ['Model', scope.model],
    ['Repository', `${scope.repository}#${scope.branch}`],
    ['Docs folder', scope.docsFolder === '' ? undefined : scope.docsFolder],
    ['Can change', scope.allowPaths.join(', ')],
    ['Except', scope.denyPaths.join(', ') || undefined],
    ['Source code', scope.contextRepositories.map(formatContext).join(', ') || undefined],
    ['Pull request', scope.pullRequest ?? 'a new one'],
  ]);
  const quoted = evidence.map(({ kind, source, text }) => `${kind} ${source ?? ''}\n${shorten(text)}`);
  const job = jobId === null ? [] : [`The job ${jobId} makes the changes. Show them: docwright jobs diff ${jobId}`];
  const table = rows.length === 0 ? [] : [formatTable(['at', 'event', 'effect'], rows)];
  return { json: tried, text: [...table, fields, `Prompt\n${prompt}`, ...quoted, ...job].join('\n\n') };
}
