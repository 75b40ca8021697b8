import { createInterface } from 'node:readline/promises';
import type { Invocation } from '../invocation.ts';

/** Returns the user's answer to a question, or `undefined` without a terminal or with JSON output. */
export async function ask(call: Invocation<unknown>, text: string): Promise<string | undefined> {
  const { isTerminal, signal, stdin, stderr } = call.context;
  if (!isTerminal.stdin || call.options.json === true) return undefined;
  const question = createInterface({ input: stdin, output: stderr });
  try {
    return (await question.question(text, { signal })).trim();
  } finally {
    question.close();
  }
}
