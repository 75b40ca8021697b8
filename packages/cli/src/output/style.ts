import { styleText } from 'node:util';
import type { CliContext } from '../context.ts';

type Format = Parameters<typeof styleText>[0];
export type Style = (format: Format, text: string) => string;

/** Creates a style without colors if the output isn't a terminal, `NO_COLOR` is set, or `TERM` is `dumb`. */
export function createStyle({ env }: CliContext, isTerminal: boolean): Style {
  const isPlain = !isTerminal || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  // The stream's capabilities were determined above, from the context rather than the process.
  return isPlain ? (_, text) => text : (format, text) => styleText(format, text, { validateStream: false });
}
