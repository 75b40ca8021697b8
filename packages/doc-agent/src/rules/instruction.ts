import type { JsonValue } from '../ports.ts';
import type { ReplaceKind } from '../replacement/replace-in-page.ts';

/**
 * The instructions of the rules engine, after parsing. Pages are as the author wrote them: a path, or `the … page` by
 * title.
 */
export type Instruction =
  | {
      readonly kind: 'replace';
      readonly old: string;
      readonly new: string;
      readonly where: readonly string[];
      /** The kinds of text to replace; prose by default. */
      readonly kinds?: readonly ReplaceKind[];
      /** Whether only link targets and URLs that equal the text are replaced. */
      readonly whole?: boolean;
    }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  /** Gives the page a new path or a new title, depending on the form of `to`. */
  | { readonly kind: 'rename'; readonly page: string; readonly to: string }
  | {
      readonly kind: 'frontmatter';
      readonly page: string;
      readonly set: Readonly<Record<string, JsonValue>>;
      readonly unset: readonly string[];
      /** Whether the frontmatter was named, so that any key is possible. */
      readonly isNamed: boolean;
      /** Whether the wording has `in` or `on`, which can refer to something within the page. */
      readonly isInside?: boolean;
      /** Whether the key is to be added, so that pages that already have it are not meant. */
      readonly isNew?: boolean;
    }
  | {
      readonly kind: 'changelog';
      /** By default, the site's only changelog. */
      readonly page?: string;
      readonly label?: string;
      readonly text: string;
    }
  | { readonly kind: 'remove_redirect'; readonly from: string }
  | { readonly kind: 'move_group'; readonly group: string; readonly beside: string; readonly isBehind: boolean }
  | { readonly kind: 'redirect'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'create';
      readonly page: string;
      readonly title: string;
      readonly group?: string;
      readonly description?: string;
      readonly content?: string;
    }
  | { readonly kind: 'delete'; readonly page: string; readonly redirect?: string }
  | {
      readonly kind: 'add_to_group';
      readonly page: string;
      readonly group: string;
      readonly after?: string;
      /** Whether the page is removed from its current groups. */
      readonly isMove?: boolean;
    }
  | { readonly kind: 'unlist'; readonly page: string }
  | { readonly kind: 'rename_group'; readonly group: string; readonly name: string }
  | {
      readonly kind: 'callout';
      readonly page: string;
      readonly component: 'Warning' | 'Note' | 'Tip' | 'Info';
      readonly text: string;
    }
  | { readonly kind: 'append'; readonly page: string; readonly section: string; readonly text: string }
  | { readonly kind: 'rename_section'; readonly page: string; readonly section: string; readonly to: string }
  | { readonly kind: 'remove_section'; readonly page: string; readonly section: string }
  | { readonly kind: 'add_to_section'; readonly page: string; readonly section: string; readonly text: string }
  | { readonly kind: 'fix'; readonly what: 'links' | 'spelling'; readonly where: readonly string[] };

/** An instruction that can be carried out. */
export type SettledInstruction = Exclude<Instruction, { kind: 'rename' }>;

/** An instruction with its original words. */
export interface Statement<Kind = Instruction> {
  /** The original text; for the exact form, the item as JSON. */
  readonly source: string;
  readonly form: 'sentence' | 'yaml';
  readonly instruction: Kind;
}

/** Words that the engine can't read, with the closest form or the reason, if either is known. */
export interface UnreadStatement {
  readonly source: string;
  readonly hint?: string;
}

export interface ParsedPrompt {
  readonly statements: readonly Statement[];
  readonly unread: readonly UnreadStatement[];
}
