import { describeResult, judge } from './judge.ts';
import { keyOf, type Measurement, type Result, type Results } from './measurement.ts';

export const benchHeader = ['What it measures', 'Goal', 'Compared with', 'Result', 'Date', 'Load', 'Command'] as const;

/** Formats the table of the bench page. */
export function formatBenchTable(measurements: readonly Measurement[], results: Results): string {
  return formatTable(
    benchHeader,
    measurements.map((measurement) => [
      measurement.measures,
      ...cellsOf(measurement, results[keyOf(measurement)] ?? {}),
      `\`${['node', `bench/${measurement.program}`, measurement.usage].filter(Boolean).join(' ')}\``,
    ]),
  );
}

/** A measurement after a run: its result, or the reason why it has none. */
export interface Outcome {
  readonly measurement: Measurement;
  readonly result?: Result;
  /** The reason why it has no result. */
  readonly reason?: string;
  readonly state: 'measured' | 'printed' | 'failed' | 'not run';
}

/** Formats the table that a run prints. */
export function formatOutcomes(outcomes: readonly Outcome[]): string {
  return formatTable(
    ['Verdict', 'Measurement', ...benchHeader.slice(1, -1)],
    outcomes.map((outcome) => {
      const { measurement, result, reason } = outcome;
      const [goal = '', peer = '', ...figures] = cellsOf(measurement, result ?? {});
      const rest = reason === undefined ? figures : [reason, '', ''];
      return [verdictOf(outcome), keyOf(measurement), goal, peer, ...rest];
    }),
  );
}

/** Whether a goal was missed. If a program fails when it misses its goal, any failure counts as a missed goal. */
export function isMissedGoal({ measurement, result, state }: Outcome): boolean {
  if (state === 'failed') return measurement.failsIfMissed === true;
  return result !== undefined && judge(measurement, result) === 'missed';
}

function verdictOf(outcome: Outcome): string {
  const { measurement, result, state } = outcome;
  if (isMissedGoal(outcome)) return state === 'failed' ? 'MISSED or failed' : 'MISSED';
  if (state !== 'measured') return state;
  const verdict = judge(measurement, result ?? {});
  return verdict === 'not judged' ? '' : verdict;
}

function cellsOf(measurement: Measurement, result: Result): string[] {
  const { goal = '', comparedWith = '' } = measurement;
  const { date = '', load } = result;
  return [goal, comparedWith, describeResult(measurement, result), date, load === undefined ? '' : String(load)];
}

function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Replaces the first table in the page whose header begins with the same cell as the new table's.
 *
 * @throws if the page has no such table
 */
export function replaceTable(page: string, table: string): string {
  const [start = ''] = table.split(/(?<=^\| [^|]+ \|)/);
  const lines = page.split('\n');
  const from = lines.findIndex((line) => line.startsWith(start));
  if (from === -1) throw new Error(`The page has no table that begins with "${start}".`);
  const length = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  lines.splice(from, length === -1 ? lines.length : length, ...table.split('\n'));
  return lines.join('\n');
}

type Values = Readonly<Record<string, number>>;

/** A row of "What a machine needs". Cells without a measurement are missing. */
export interface SizingRow {
  /** The key of the measurement. */
  readonly measurement: string;
  /** Identifies the row on the page. */
  readonly load: string;
  readonly sites: string;
  readonly processes: string;
  readonly processorTime?: (values: Values, result: Result) => string;
  readonly memory?: (values: Values, result: Result) => string;
}

/**
 * Replaces these rows of the sizing page, and leaves its other rows as they are.
 *
 * @throws if the page lacks a row, or a row has no stored result
 */
export function replaceSizingRows(page: string, rows: readonly SizingRow[], results: Results): string {
  const lines = page.split('\n');
  for (const { measurement, load, sites, processes, processorTime, memory } of rows) {
    const index = lines.findIndex((line) => line.startsWith(`| ${load} |`));
    if (index === -1) throw new Error(`The sizing page has no row "${load}".`);
    const result = results[measurement];
    const values = result?.values;
    if (result === undefined || values === undefined) throw new Error(`${measurement} has no stored figures.`);
    const [cpu, used] = [processorTime, memory].map((write) => write?.(values, result) ?? '–');
    lines[index] = `| ${[load, sites, processes, cpu, used, `\`bench/${measurement}\``].join(' | ')} |`;
  }
  return lines.join('\n');
}
