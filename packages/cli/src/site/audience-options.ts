import type { AudienceSettings } from '@docwright/site-builder';
import { Option, type Command } from 'commander';

export interface AudienceOptions {
  readonly groups?: readonly string[];
  readonly signedIn?: boolean;
}

/** Adds the options that describe a reader. */
export function withAudienceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--groups <names>', 'groups of a signed-in reader, separated by commas').argParser(
        (text: string, before: readonly string[] | undefined) => [...(before ?? []), ...toNames(text)],
      ),
    )
    .option('--signed-in', 'the reader is signed in; --groups implies it');
}

function toNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Returns the reader that the options describe, or `undefined` if they describe none. */
export function audienceOf({ groups, signedIn }: AudienceOptions): AudienceSettings | undefined {
  if (groups === undefined && signedIn !== true) return undefined;
  return { signedIn: true, groups: groups ?? [] };
}
