import { styleText } from 'node:util';
import type { CliContext } from '../context.ts';

type Format = Parameters<typeof styleText>[0];
export type Style = (format: Format, text: string) => string;

/** Colours for a terminal, and none elsewhere, nor with `NO_COLOR` set to anything (no-color.org). */
export function createStyle({ env }: CliContext, isTerminal: boolean): Style {
  const isPlain = !isTerminal || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  // What the stream can do was decided above, by what this package was told and not by the process it finds itself in.
  return isPlain ? (_, text) => text : (format, text) => styleText(format, text, { validateStream: false });
}
