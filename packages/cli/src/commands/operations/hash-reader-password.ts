import { text } from 'node:stream/consumers';
import { CliError } from '../../cli-error.ts';
import type { CommandResult, Invocation } from '../../invocation.ts';

/**
 * The minimum length. Shorter passwords can be guessed: attempts are rate-limited, but attackers can continue for
 * years.
 */
const shortest = 8;
const longest = 256;

/** Hashes a password from stdin rather than from an argument, because other users of the machine can read arguments. */
export async function hashReaderPassword({ context }: Invocation<unknown>): Promise<CommandResult> {
  if (context.isTerminal.stdin) context.stderr.write('Enter the password, and end with Ctrl+D on an empty line:\n');
  const password = (await text(context.stdin)).replace(/\r?\n$/, '');
  if (password.length < shortest || password.length > longest || password.includes('\n'))
    throw new CliError(
      'usage',
      'password-invalid',
      `The password must be one line of ${shortest} to ${longest} characters on standard input.`,
    );
  const { hashPassword } = await import('@docwright/site-access');
  const hash = await hashPassword(password);
  return { json: { hash }, text: hash };
}
