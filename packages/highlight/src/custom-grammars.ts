import type { LanguageRegistration } from 'shiki/core';

/** A TextMate grammar that a site provides (`styling.codeblocks.languages.custom`), parsed from its JSON file. */
export interface CustomGrammar {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly grammar: unknown;
}

/**
 * Selects the objects that look like a TextMate grammar (with `scopeName` and `patterns`), and adds the site's name for
 * each.
 */
export function toRegistrations(grammars: readonly CustomGrammar[]): LanguageRegistration[] {
  return grammars.flatMap(({ name, aliases, grammar }) => {
    if (!isGrammar(grammar)) return [];
    return [
      {
        ...grammar,
        repository: grammar.repository ?? {},
        name: name.toLowerCase(),
        aliases: aliases.map((alias) => alias.toLowerCase()),
      },
    ];
  });
}

function isGrammar(value: unknown): value is LanguageRegistration {
  return (
    typeof value === 'object' &&
    value !== null &&
    'scopeName' in value &&
    typeof value.scopeName === 'string' &&
    'patterns' in value &&
    Array.isArray(value.patterns)
  );
}
