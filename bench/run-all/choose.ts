import { parseArgs } from 'node:util';
import { keyOf, needs, type Measurement } from './measurement.ts';

/** Folders and files on this machine, to which the arguments of measurements refer, for example with `{sites}`. */
const inputs = ['sites', 'mirrors', 'specifications', 'corpus', 'questions'] as const;
type Input = (typeof inputs)[number];

export interface Choice {
  readonly words: readonly string[];
  readonly quick: boolean;
  readonly write: boolean;
  /** Shows the stored results without running anything. */
  readonly stored: boolean;
  readonly strict: boolean;
  readonly inputs: Readonly<Partial<Record<Input, string>>>;
}

/** @throws if an option is unknown, or `--stored` and `--write` are combined */
export function parseChoice(args: readonly string[]): Choice {
  const flag = { type: 'boolean', default: false } as const;
  const folder = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: flag,
      write: flag,
      stored: flag,
      strict: flag,
      sites: folder,
      mirrors: folder,
      specifications: folder,
      corpus: folder,
      questions: folder,
    },
  });
  const { quick, write, stored, strict, ...given } = values;
  if (stored && write) throw new Error('--stored runs nothing, so --write has nothing to store.');
  return { words: positionals, quick, write, stored, strict, inputs: given };
}

/** Returns the measurements whose key contains one of the words; without words, all of them. */
export function choose(measurements: readonly Measurement[], { words, quick }: Choice): readonly Measurement[] {
  return measurements.filter(
    (measurement) =>
      (words.length === 0 || words.some((word) => keyOf(measurement).includes(word))) &&
      (!quick || isQuick(measurement)),
  );
}

/** Whether a measurement takes about a minute and needs nothing that must be installed or prepared. */
export function isQuick({ takes, needs: needed = [], args = [] }: Measurement): boolean {
  return takes === 'a minute' && needed.length === 0 && !args.some((arg) => arg.startsWith('{'));
}

/** Returns the arguments of the run, or the reason why the measurement can't run here. */
export function prepare(
  { args = [], needs: needed = [] }: Measurement,
  given: Choice['inputs'],
  isInstalled: (program: string) => boolean,
): { readonly args: readonly string[] } | { readonly reason: string } {
  for (const need of needed) {
    const { program, text } = needs[need];
    if (program !== undefined && !isInstalled(program)) return { reason: `needs ${text}` };
  }
  const filled: string[] = [];
  for (const arg of args) {
    const input = inputs.find((name) => arg === `{${name}}`);
    const value = input === undefined ? arg : given[input];
    if (value === undefined) return { reason: `needs --${input}` };
    filled.push(value);
  }
  return { args: filled };
}
