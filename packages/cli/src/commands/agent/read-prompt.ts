import { CliError } from '../../cli-error.ts';
import type { CliContext } from '../../context.ts';

/** Returns the prompt; `-` reads it from stdin, so that long prompts need no quoting. */
export async function readPrompt({ stdin }: CliContext, argument: string): Promise<string> {
  if (argument !== '-') return argument;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  if (text.trim() === '') throw new CliError('usage', 'empty_prompt', 'stdin is empty; pipe a prompt in');
  return text;
}
