import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import type { Invocation } from '../invocation.ts';

export interface DeletionOptions {
  readonly yes?: boolean;
}

/** The option that answers the question before it is asked. */
export function withYes(command: Command): Command {
  return command.option('-y, --yes', 'delete without asking');
}

/**
 * Asks on a terminal before what can't be undone. Where nobody can be asked, `--yes` must have been said.
 *
 * @param what as in "delete what?"
 * @param effect what to know before the answer, as a sentence
 * @throws CliError `usage` without an answer, `interrupted` for a no
 */
export async function confirmDeletion(
  call: Invocation<DeletionOptions>,
  what: string,
  effect = "This can't be undone.",
): Promise<void> {
  const { isTerminal, signal, stdin, stderr } = call.context;
  if (call.options.yes === true) return;
  if (!isTerminal.stdin || call.options.json === true) {
    throw new CliError('usage', 'confirmation_needed', `--yes is needed to delete ${what} without being asked`);
  }
  const question = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await question.question(`Delete ${what}? ${effect} [y/N] `, { signal });
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    question.close();
  }
  throw new CliError('interrupted', 'not_confirmed', 'nothing was deleted');
}
