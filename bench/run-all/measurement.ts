/** A program in `bench/` with the arguments of its run, its goal, and the figures that decide whether it is reached. */
export interface Measurement {
  /** Path of the program, relative to `bench/`. */
  readonly program: string;
  /** The arguments that the program accepts, as shown to people. */
  readonly usage?: string;
  /**
   * The arguments of a run, without `--json`. The command line sets the value of `{sites}` with `--sites`, and so on
   * (`choose.ts`).
   */
  readonly args?: readonly string[];
  readonly measures: string;
  readonly goal?: string;
  readonly comparedWith?: string;
  /** A rough duration of the run on an idle machine with two cores. */
  readonly takes: 'a minute' | 'minutes' | 'hours';
  /** Software that the run needs in addition to an installed repository. */
  readonly needs?: readonly Need[];
  /** The figures of its `--json` output that are stored and shown. Without figures, the output is only printed. */
  readonly figures?: readonly Figure[];
  /** Whether the program itself fails if the goal isn't reached. */
  readonly failsIfMissed?: boolean;
  /** A shorter run for comparisons of commits. */
  readonly comparison?: Comparison;
}

export type Need = keyof typeof needs;

/** Each need, with the program that must be on the PATH, if any. */
export const needs = {
  nginx: { text: 'nginx', program: 'nginx' },
  hugo: { text: 'Hugo', program: 'hugo' },
  git: { text: 'git', program: 'git' },
  time: { text: "Debian's package time", program: 'time' },
  ceph: { text: "Debian's Ceph packages", program: undefined },
  postgres15: { text: "Debian's PostgreSQL", program: undefined },
  chromium: { text: 'Chromium', program: undefined },
  npm: { text: 'access to the npm registry', program: undefined },
  compiled: { text: 'compiled entry points (run `npm start` once)', program: undefined },
} as const;

export interface Figure {
  /** Path in the JSON output, for example `hot.ratio`. */
  readonly name: string;
  readonly label: string;
  /** The text that follows the number, for example ` ms`. */
  readonly unit?: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Counts, ratios or processor times: other work on the machine affects them less than elapsed times. */
export interface Comparison {
  readonly args: readonly string[];
  /** Figures for which lower is better. */
  readonly costs?: readonly string[];
  /** Figures for which higher is better. */
  readonly rates?: readonly string[];
}

/** The latest figures of a measurement. */
export interface Result {
  readonly date?: string;
  /** The average number of running processes in the minute before the run. */
  readonly load?: number;
  readonly cores?: number;
  /** Keyed by the names of the figures. */
  readonly values?: Readonly<Record<string, number>>;
  /** Text written by hand. It is shown instead of the values, until a run replaces both. */
  readonly text?: string;
}

/** The stored results, by the key of their measurement. */
export type Results = Readonly<Record<string, Result>>;

/** Returns the program with the arguments of its run. Figures are comparable only if both are the same. */
export function keyOf({ program, args = [] }: Measurement): string {
  return [program, ...args].join(' ');
}
