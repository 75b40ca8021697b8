import { flattenFigures, readLastJson } from './judge.ts';
import { keyOf, type Comparison, type Measurement } from './measurement.ts';

export interface ComparisonChoice {
  readonly commit: string;
  readonly words: readonly string[];
  readonly rounds: number;
  /** The highest ratio at which the command succeeds. */
  readonly atMost: number;
}

/** @throws if a number isn't valid */
export function resolveComparison(
  [commit = 'HEAD~1', ...words]: readonly string[],
  { rounds, atMost }: { readonly rounds: string | undefined; readonly atMost: string | undefined },
): ComparisonChoice {
  return {
    commit,
    words,
    rounds: parsePositive('--rounds', rounds ?? '5'),
    atMost: atMost === undefined ? Infinity : parsePositive('--at-most', atMost),
  };
}

function parsePositive(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${option} must be a number greater than 0, not "${text}".`);
  return value;
}

export interface Compared {
  readonly measurement: string;
  readonly figure: string;
  /** Medians of all rounds. */
  readonly before: number;
  readonly after: number;
  /** The cost now divided by the cost before, greater than 1 if it increased. */
  readonly costRatio: number;
  /** The lowest and the highest ratio of a round: a wide range means that other work affected the figure. */
  readonly range: readonly [number, number];
}

/** The output of one run on each side. */
export interface Round {
  readonly before: string;
  readonly after: string;
}

/**
 * Compares the figures of a measurement on both sides. The ratio is the median of the rounds' ratios, because both runs
 * of a round are under similar load.
 *
 * @throws if an output lacks a figure
 */
export function compareRounds(
  measurement: Measurement & { comparison: Comparison },
  rounds: readonly Round[],
): Compared[] {
  const { args, costs = [], rates = [] } = measurement.comparison;
  const found = rounds.map(({ before, after }) => [before, after].map((text) => flattenFigures(readLastJson(text))));
  return [...costs, ...rates].map((figure) => {
    const pairs = found.map(([one, other]) => ({ before: one?.get(figure), after: other?.get(figure) }));
    const known = pairs.map(({ before, after }) => {
      if (before === undefined || after === undefined) throw new Error(`The output has no figure "${figure}".`);
      return { before, after };
    });
    const ratioOf = ({ before, after }: { before: number; after: number }): number =>
      before === after ? 1 : rates.includes(figure) ? before / after : after / before;
    const ratios = known.map((pair) => Number(ratioOf(pair).toFixed(2)));
    return {
      measurement: keyOf({ ...measurement, args }),
      figure,
      before: median(known.map(({ before }) => before)),
      after: median(known.map(({ after }) => after)),
      costRatio: median(ratios),
      range: [Math.min(...ratios), Math.max(...ratios)],
    };
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
