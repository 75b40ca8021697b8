/** Files about the whole site, with pieces: the counterparts of `siteOutputs`. */
import type { Condition } from '@docwright/site-access/rules';
import { anyOf, type Choices } from '../../site/index.ts';

export interface ListItem {
  readonly when: Condition | undefined;
  readonly text: string;
}

/** Joins items, with a separator between the items that a reader sees. */
export function joinItems(choices: Choices, items: readonly ListItem[], separator: string): string {
  let earlier: Condition | undefined = [];
  let written = '';
  for (const { when, text } of items) {
    written += choices.piece(when, choices.piece(earlier, separator) + text);
    earlier = anyOf([earlier, when]);
  }
  return written;
}
