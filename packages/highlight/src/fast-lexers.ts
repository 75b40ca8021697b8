/**
 * Languages for which we have a lexer; each lexer is compiled for its first block. A language belongs here if its
 * classes agree with Shiki's on 95% of the characters of real code (`bench/highlight/measure-agreement.ts`). MDX is
 * intentionally below that: Shiki doesn't color components and treats `<!-- -->` as an error up to the end of the
 * block.
 */
import { bashGrammar } from './grammars/bash.ts';
import { dockerGrammar, powershellGrammar } from './grammars/shell.ts';
import {
  diffGrammar,
  dotenvGrammar,
  graphqlGrammar,
  httpGrammar,
  iniGrammar,
  jsonGrammar,
  tomlGrammar,
  yamlGrammar,
} from './grammars/data.ts';
import { ecmascriptGrammar } from './grammars/ecmascript.ts';
import { cssGrammar, htmlGrammar, markdownGrammar, xmlGrammar } from './grammars/markup.ts';
import { pythonGrammar } from './grammars/python.ts';
import { hclGrammar, luaGrammar, phpGrammar, rubyGrammar, sqlGrammar } from './grammars/scripting.ts';
import {
  cGrammar,
  csharpGrammar,
  dartGrammar,
  goGrammar,
  javaGrammar,
  kotlinGrammar,
  rustGrammar,
  swiftGrammar,
} from './grammars/systems.ts';
import { canonicalLanguage } from './languages.ts';
import { compileLexer } from './lexer.ts';
import type { Grammar, Lexer } from './lexer.ts';

export type { Tokens } from './token-class.ts';

const grammars = new Map<string, () => Grammar>([
  ['bash', bashGrammar],
  ['json', jsonGrammar],
  ['javascript', () => ecmascriptGrammar({ typed: false, jsx: true })],
  ['jsx', () => ecmascriptGrammar({ typed: false, jsx: true })],
  ['typescript', () => ecmascriptGrammar({ typed: true, jsx: false })],
  ['tsx', () => ecmascriptGrammar({ typed: true, jsx: true })],
  ['python', pythonGrammar],
  ['yaml', yamlGrammar],
  ['html', htmlGrammar],
  ['xml', xmlGrammar],
  ['css', () => cssGrammar({ nested: false })],
  ['scss', () => cssGrammar({ nested: true })],
  ['less', () => cssGrammar({ nested: true })],
  ['go', goGrammar],
  ['rust', rustGrammar],
  ['java', javaGrammar],
  ['kotlin', kotlinGrammar],
  ['swift', swiftGrammar],
  ['c', () => cGrammar(false)],
  ['cpp', () => cGrammar(true)],
  ['csharp', csharpGrammar],
  ['dart', dartGrammar],
  ['php', phpGrammar],
  ['ruby', rubyGrammar],
  ['sql', sqlGrammar],
  ['toml', tomlGrammar],
  ['ini', iniGrammar],
  ['dotenv', dotenvGrammar],
  ['diff', diffGrammar],
  ['markdown', () => markdownGrammar(false)],
  ['mdx', () => markdownGrammar(true)],
  ['http', httpGrammar],
  ['graphql', graphqlGrammar],
  ['docker', dockerGrammar],
  ['powershell', powershellGrammar],
  ['lua', luaGrammar],
  ['terraform', hclGrammar],
  ['hcl', hclGrammar],
]);

/** Compiled expressions contain no site's text, so the whole process can share them. */
const compiled = new Map<string, Lexer>();

export const fastLanguages: readonly string[] = [...grammars.keys()];

/** The lexer of a canonical language name, or `undefined` if that language is left to Shiki. */
export function findFastLexer(language: string): Lexer | undefined {
  const name = canonicalLanguage(language);
  const found = compiled.get(name);
  if (found !== undefined) return found;
  const grammar = grammars.get(name);
  if (grammar === undefined) return undefined;
  const lexer = compileLexer(grammar(), findFastLexer);
  compiled.set(name, lexer);
  return lexer;
}
