/**
 * Shiki's JavaScript engine for languages without a lexer here, and for a site's own TextMate grammars. A theme whose
 * "colors" are class letters makes Shiki return our classes, at the cost of one theme.
 */
import { createRequire } from 'node:module';

import type * as ShikiCore from 'shiki/core';
import type { LanguageRegistration } from 'shiki/core';
import type * as ShikiEngine from 'shiki/engine/javascript';
import type * as ShikiLanguages from 'shiki/langs';

import { scopeTheme, tokenClassOf } from './shiki-scopes.ts';
import { appendToken, noTokens } from './token-class.ts';
import type { Tokens } from './token-class.ts';

export interface ShikiTokenizer {
  /**
   * Tokens of the text, or `undefined` if Shiki doesn't have the language. Can throw for a grammar that it can't run.
   */
  tokenize(code: string, language: string): Tokens | undefined;
  has(language: string): boolean;
}

/**
 * Longer lines aren't colored. The first of these limits that keeps the text within the maximum number of steps is
 * used.
 */
const lineLimits = [10_000, 1_000] as const;
const shortLine = 200;
/**
 * Expressions of some grammars take time quadratic in the length of a line (10,000 spaces of LaTeX: 4 s). The limit is
 * a length rather than a time, so that the same text always produces the same HTML.
 */
const maxSteps = 20_000_000;

/** Loads nothing until the first text, because most sites need Shiki for at most one language. */
export function createShikiTokenizer(customGrammars: readonly LanguageRegistration[] = []): ShikiTokenizer {
  const require = createRequire(import.meta.url);
  // One instance per language: grammars color embedded languages that happen to be loaded, and the HTML of a block must
  // not depend on the blocks before it.
  const instances = new Map<string, ReturnType<typeof startShiki>>();
  const instanceOf = (name: string, isCustom: boolean) => {
    const known = instances.get(name);
    if (known !== undefined) return known;
    const bundledGrammars = () => (require(`@shikijs/langs/${name}`) as { default: LanguageRegistration[] }).default;
    const started = startShiki(require, isCustom ? customGrammars : bundledGrammars());
    instances.set(name, started);
    return started;
  };
  const custom = new Map(
    customGrammars.flatMap((grammar) =>
      [grammar.name, ...(grammar.aliases ?? [])].map((name) => [name.toLowerCase(), grammar.name]),
    ),
  );
  let bundled: Readonly<Record<string, unknown>> | undefined;
  const has = (language: string) => {
    bundled ??= (require('shiki/langs') as typeof ShikiLanguages).bundledLanguages;
    return custom.has(language) || Object.hasOwn(bundled, language);
  };
  return {
    has,
    tokenize(code, language) {
      if (!has(language)) return undefined;
      const name = custom.get(language) ?? language;
      const lines = instanceOf(name, custom.has(language)).codeToTokensBase(code, {
        lang: name,
        theme: scopeTheme.name,
        tokenizeTimeLimit: 0,
        tokenizeMaxLineLength: lineLimitOf(code),
      });
      return toTokens(code, lines);
    },
  };
}

function lineLimitOf(code: string): number {
  const lengths = code.split('\n').map(({ length }) => length);
  const stepsBelow = (limit: number) =>
    lengths.reduce((sum, length) => sum + (length > shortLine && length < limit ? length ** 2 : 0), 0);
  return lineLimits.find((limit) => stepsBelow(limit) <= maxSteps) ?? shortLine;
}

function startShiki(require: NodeJS.Require, languages: readonly LanguageRegistration[]) {
  const core = require('shiki/core') as typeof ShikiCore;
  const engine = require('shiki/engine/javascript') as typeof ShikiEngine;
  return core.createHighlighterCoreSync({
    themes: [scopeTheme],
    langs: [...languages],
    // ES2025 expressions contain `(?i:…)`, for which V8 13.6 misses matches once a process has compiled about 1,700
    // expressions: the same block would have different colors on a later page.
    engine: engine.createJavaScriptRegexEngine({ forgiving: true, target: 'ES2024' }),
    warnings: false,
  });
}

function toTokens(
  code: string,
  lines: readonly (readonly { content: string; offset: number; color?: string }[])[],
): Tokens {
  const tokens = noTokens();
  for (const line of lines) {
    for (const part of line) {
      appendToken(tokens, part.offset, '');
      appendToken(tokens, part.offset + part.content.length, tokenClassOf(part.color, part.content));
    }
  }
  appendToken(tokens, code.length, '');
  return tokens;
}
