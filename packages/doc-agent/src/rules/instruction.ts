import type { JsonValue } from '../ports.ts';

/** What the rules engine can be told to do, after parsing. Paths are as the person wrote them. */
export type Instruction =
  | { readonly kind: 'replace'; readonly old: string; readonly new: string; readonly where: readonly string[] }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'frontmatter';
      readonly page: string;
      readonly set: Readonly<Record<string, JsonValue>>;
      readonly unset: readonly string[];
    }
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
  | { readonly kind: 'add_to_group'; readonly page: string; readonly group: string; readonly after?: string }
  | { readonly kind: 'unlist'; readonly page: string }
  | { readonly kind: 'append'; readonly page: string; readonly section: string; readonly text: string }
  | { readonly kind: 'fix'; readonly what: 'links' | 'spelling'; readonly where: readonly string[] };

/** One instruction with the words that it came from. */
export interface Statement {
  readonly source: string;
  readonly instruction: Instruction;
}

/** Words that the engine can't read, with the form that comes nearest where there is one. */
export interface UnreadStatement {
  readonly source: string;
  readonly hint?: string;
}

export interface ParsedPrompt {
  readonly statements: readonly Statement[];
  readonly unread: readonly UnreadStatement[];
}
