import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { DocwrightError, type Client, type TakenAnalyticsEvents } from '@docwright/sdk';
import type { Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import { describeReadFault } from '../../read-option-file.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { countOf } from '../../count-of.ts';

/** Maximum number of events per batch. The service accepts twice as many, and up to 1 MiB. */
const maxEvents = 1_000;
const maxBytes = 768 * 1024;
/** The kinds of assistant events in a host's files, which are sent only on request. */
const conversationKinds: ReadonlySet<unknown> = new Set(['question', 'vote']);

/** Maximum number of line numbers reported per reason. */
const namedLines = 5;

interface Reason {
  readonly code: string;
  readonly message: string;
  readonly firstLine: number;
  /** The first line numbers of each batch with this reason, at most five. */
  readonly lines: number[];
  count: number;
}

interface Sum {
  stored: number;
  known: number;
  refused: number;
  /** Number of questions and votes that were left out. */
  leftOut: number;
  readonly reasons: Map<string, Reason>;
}

interface Line {
  readonly number: number;
  readonly event: unknown;
}

export function addAnalyticsImport(analytics: Command, bind: Bind): void {
  analytics
    .command('import')
    .description(
      'Upload reader events that docwright host recorded. Uploading a file twice changes nothing. Exits with code 1 if a line is rejected.',
    )
    .argument(
      '<file>',
      'file with one JSON object per line, such as 2026-01-31.jsonl from the data folder; - reads stdin',
    )
    .option('--conversations', 'also import questions to the assistant, with answers and ratings')
    .addOption(projectOption())
    .action(bind<ImportOptions>(importEvents));
}

interface ImportOptions extends ProjectOption {
  readonly conversations?: boolean;
}

async function importEvents(call: Invocation<ImportOptions>): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  const sum: Sum = { stored: 0, known: 0, refused: 0, leftOut: 0, reasons: new Map() };
  const path = call.argument(0);
  const input = path === '-' ? call.context.stdin : createReadStream(resolve(call.context.cwd, path));
  const { conversations = false } = call.options;
  for await (const batch of readBatches(input, { sum, conversations }))
    add(sum, batch, await sendPatiently(client, projectId, batch));
  const { reasons, ...counts } = sum;
  const list = [...reasons.values()].toSorted((a, b) => a.firstLine - b.firstLine);
  // Accepted lines are kept; the exit code tells scripts that some lines were rejected.
  const exit = sum.refused > 0 ? 'failed' : 'ok';
  return { json: { ...counts, reasons: list }, text: describe(sum, list), exit };
}

/** Reads batches of lines. Lines that aren't JSON are counted here; the service validates all other lines. */
async function* readBatches(
  input: Readable,
  { sum, conversations }: { readonly sum: Sum; readonly conversations: boolean },
): AsyncGenerator<readonly Line[]> {
  let [batch, bytes, number]: [Line[], number, number] = [[], 0, 0];
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      if (text.trim() === '') continue;
      const size = Buffer.byteLength(text);
      const event = parse(text);
      if (event === undefined || size > maxBytes) {
        refuse(sum, { code: 'not_json', message: 'the line is not JSON, or too long', count: 1, line: number });
        continue;
      }
      if (
        !conversations &&
        conversationKinds.has(new Map<string, unknown>(Object.entries(Object(event))).get('kind'))
      ) {
        sum.leftOut += 1;
        continue;
      }
      if (batch.length >= maxEvents || bytes + size > maxBytes) {
        yield batch;
        [batch, bytes] = [[], 0];
      }
      batch.push({ number, event });
      bytes += size;
    }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new CliError('usage', 'file_unreadable', `the file can't be read: ${describeReadFault(error)}`, {
      cause: error,
    });
  }
  if (batch.length > 0) yield batch;
}

/**
 * Sends a batch, and waits if the hourly limit is reached, because a long file can need more batches than the limit
 * allows.
 */
async function sendPatiently(client: Client, projectId: string, batch: readonly Line[]): Promise<TakenAnalyticsEvents> {
  for (;;) {
    try {
      return await client.sendAnalyticsEvents({ projectId, events: batch.map(({ event }) => event) });
    } catch (error) {
      if (!(error instanceof DocwrightError) || error.code !== 'rate_limited') throw error;
      await wait(error.retryAfterMs ?? 60_000);
    }
  }
}

function add(sum: Sum, batch: readonly Line[], taken: TakenAnalyticsEvents): void {
  sum.stored += taken.stored;
  sum.known += taken.known;
  for (const { code, message, count, first } of taken.reasons)
    refuse(sum, { code, message, count, line: batch[first]?.number ?? 0 });
}

function refuse(sum: Sum, { line, ...reason }: Omit<Reason, 'firstLine' | 'lines'> & { readonly line: number }): void {
  sum.refused += reason.count;
  const known = sum.reasons.get(reason.code);
  if (known === undefined) return void sum.reasons.set(reason.code, { ...reason, firstLine: line, lines: [line] });
  known.count += reason.count;
  if (known.lines.length < namedLines) known.lines.push(line);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value ?? 'null';
  } catch {
    return undefined;
  }
}

function describe({ stored, known, refused, leftOut }: Sum, reasons: readonly Reason[]): string {
  const counts = [`${stored} stored`, `${known} already stored`, `${refused} rejected`];
  if (leftOut > 0) counts.push(`${countOf(leftOut, 'question or vote', 'questions and votes')} left out`);
  if (reasons.length === 0) return counts.join(', ');
  const rows = reasons.map(({ code, count, lines, message }) => [code, String(count), lines.join(', '), message]);
  return `${counts.join(', ')}\n\n${formatTable(['rejected because', 'events', 'lines such as', ''], rows)}`;
}
