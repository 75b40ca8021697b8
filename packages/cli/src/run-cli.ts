import { CommanderError } from 'commander';
import { CliError, toFailure } from './cli-error.ts';
import type { CliContext, ProcessContext } from './context.ts';
import { createProgram } from './create-program.ts';
import { exitCodes } from './exit-codes.ts';
import type { Report } from './invocation.ts';
import { printableOutput, toPrintableJson } from './output/printable.ts';
import { createStyle } from './output/style.ts';

/** Runs one command line (without the names of Node and the script) and returns its exit code. Never throws. */
export async function runCli(argv: readonly string[], process: ProcessContext): Promise<number> {
  const context = toCliContext(process);
  let exitCode: number = exitCodes.ok.code;
  const wantsJson = argv.includes('--json');
  const report: Report = ({ json, text, exit = 'ok' }, options) => {
    exitCode = exitCodes[exit].code;
    const output = options.json === true ? toPrintableJson(json) : text;
    if (output !== '') context.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
  };
  try {
    await createProgram(context, report, wantsJson).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return tell(context, wantsJson, error);
  }
}

function toCliContext(process: ProcessContext): CliContext {
  const stdout = printableOutput(process.stdout);
  const stderr = printableOutput(process.stderr);
  const shown = new Set<string>();
  const warn = (sentence: string): void => {
    if (!shown.has(sentence)) stderr.write(`${sentence}\n`);
    shown.add(sentence);
  };
  return { ...process, stdout, stderr, warn };
}

function tell(context: CliContext, wantsJson: boolean, error: unknown): number {
  // Help or version was requested, and commander has printed it.
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok.code;
  const cause = context.signal.aborted
    ? new CliError('interrupted', 'interrupted', 'interrupted')
    : toUsageError(error);
  // A command group was called, and commander has printed its commands.
  if (error instanceof CommanderError && error.code === 'commander.help' && !wantsJson) return exitCodes.usage.code;
  const { exitCode, lines, json } = toFailure(cause);
  if (wantsJson) {
    context.stdout.write(`${toPrintableJson(json)}\n`);
    return exitCode;
  }
  const style = createStyle(context, context.isTerminal.stderr);
  const [first = '', ...rest] = lines;
  context.stderr.write(`${[style('red', first), ...rest].join('\n')}\n`);
  return exitCode;
}

function toUsageError(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  const isGroup = error.code === 'commander.help';
  const message = isGroup ? 'specify a command; see --help' : error.message.replace(/^error: /, '');
  return new CliError('usage', 'usage', message, { cause: error });
}
