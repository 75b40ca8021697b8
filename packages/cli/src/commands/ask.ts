import { createInterface } from 'node:readline/promises';
import type { Invocation } from '../invocation.ts';

/** The answer to a question, or `undefined` if no one can be asked: no terminal, or JSON output. */
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
