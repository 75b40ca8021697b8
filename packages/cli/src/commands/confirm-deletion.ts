import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import type { Invocation } from '../invocation.ts';
import { ask } from './ask.ts';

export interface DeletionOptions {
  readonly yes?: boolean;
}

/** Adds the option that skips the confirmation. */
export function withYes(command: Command): Command {
  return command.option('-y, --yes', 'delete without confirmation');
}

/**
 * Asks for confirmation on a terminal before an action that can't be undone. Without a terminal, `--yes` is required.
 *
 * @param what completes "delete …?"
 * @param effect consequence of the deletion, as a sentence
 * @throws CliError `usage` if no prompt is possible, `interrupted` if the user declines
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
