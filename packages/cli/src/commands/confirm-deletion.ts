import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import type { Invocation } from '../invocation.ts';
import { ask } from './ask.ts';

export interface DeletionOptions {
  readonly yes?: boolean;
}

/** The option that answers the question in advance. */
export function withYes(command: Command): Command {
  return command.option('-y, --yes', 'delete without confirmation');
}

/**
 * Asks on a terminal before what can't be undone. If no one can be asked, `--yes` is required.
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
  if (call.options.yes === true) return;
  const answer = await ask(call, `Delete ${what}? ${effect} [y/N] `);
  if (answer === undefined) {
    throw new CliError('usage', 'confirmation_needed', `to delete ${what} without confirmation, pass --yes`);
  }
  if (/^y(es)?$/i.test(answer)) return;
  throw new CliError('interrupted', 'not_confirmed', 'nothing was deleted');
}
