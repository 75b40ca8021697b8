import { randomInt } from 'node:crypto';
import { Random } from './random.ts';

/** Whether tests run on all rows of their tables, as in `npm run test:full`. */
export const isFullRun = process.env['DOCWRIGHT_TEST_FULL'] === '1';

/** Whether this run is of selected files, as in `npm run test:full -- WORD`. */
export const isSelection = process.env['DOCWRIGHT_TEST_SELECTION'] === '1';

/**
 * Test option for a slow test whose rule other tests of `npm test` check in part: the reason why it is skipped, unless
 * the run is full or of selected files.
 */
export const onlyInFullRuns = isFullRun || isSelection ? {} : { skip: 'runs with npm run test:full' };

/** The seed of this run's samples and random requests. `npm test` prints it. */
export const testSeed = readSeed(process.env['DOCWRIGHT_TEST_SEED']);

export interface SampleOptions<Row> {
  /** Name that distinguishes the sample from others with the same seed. */
  readonly name: string;
  /** Number of rows to select in addition to those that are always in the sample. */
  readonly most: number;
  /** Whether a row is in every sample. */
  readonly always?: (row: Row) => boolean;
  /**
   * Number of rows to select in a full run of all files. Only for a table with random or very similar rows that would
   * take minutes if they all ran. A full run of selected files has all rows.
   */
  readonly mostInFull?: number;
  readonly isFull?: boolean;
  readonly isSelected?: boolean;
  readonly seed?: number;
}

/**
 * Selects the rows of a large table that a test runs on, in their order: all of them in a full run, unless the table
 * has a limit for full runs; otherwise the rows that are always included, and a random selection of the others that
 * depends only on the seed and the name.
 */
export function sampleRows<Row>(rows: readonly Row[], options: SampleOptions<Row>): readonly Row[] {
  const { name, always = () => false, isFull = isFullRun, isSelected = isSelection, seed = testSeed } = options;
  const most = isFull ? options.mostInFull : options.most;
  if (most === undefined || (isFull && isSelected)) return rows;
  const random = new Random(seed ^ hash(name));
  const others = rows.flatMap((row, index) => (always(row) ? [] : [{ index, rank: random.next() }]));
  const chosen = others.sort((one, other) => one.rank - other.rank).slice(0, most);
  const indexes = new Set(chosen.map(({ index }) => index));
  return rows.filter((row, index) => always(row) || indexes.has(index));
}

/** @throws {Error} if the text isn't a whole number from 0 to 2³² − 1 */
export function readSeed(text: string | undefined): number {
  if (text === undefined) return randomInt(2 ** 32);
  const seed = Number(text);
  if (/^\d{1,10}$/.test(text) && seed < 2 ** 32) return seed;
  throw new Error(`DOCWRIGHT_TEST_SEED is "${text}". Set it to a whole number from 0 to ${2 ** 32 - 1}.`);
}

function hash(name: string): number {
  let value = 0;
  for (const character of name) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
