import type { ParsedPrompt, Statement, UnreadStatement } from './instruction.ts';
import { parseStatement } from './parse-statement.ts';
import { parseYamlForm } from './parse-yaml-form.ts';
import { quoteOpen, splitStatements, type RawStatement } from './split-statements.ts';

const maxStatements = 200;

/**
 * Reads a whole prompt: YAML blocks first, then sentences, in order. Everything other than an instruction or an empty
 * phrase is returned as unread: it may negate, delay or quote the rest.
 */
export function parsePrompt(prompt: string): ParsedPrompt {
  const exact = parseYamlForm(prompt);
  const statements: Statement[] = [...exact.statements];
  const unread: UnreadStatement[] = [...exact.unread];
  const pieces = splitStatements(exact.rest);
  const margin = Math.min(...pieces.flatMap(({ indent }) => indent ?? []));
  for (const [index, raw] of pieces.entries()) {
    if (isEmptyPhrase(raw.pattern)) continue;
    const parsed = index < maxStatements ? parseStatement(raw) : { hint: `at most ${maxStatements} statements` };
    if (isCodeBlock(raw, pieces[index - 1], margin)) {
      unread.push({ source: raw.source, hint: 'this indentation makes it a code block' });
      continue;
    }
    if ('instruction' in parsed) {
      statements.push({ source: raw.source, form: 'sentence', instruction: parsed.instruction });
    } else unread.push({ source: raw.source, ...(parsed.hint === undefined ? {} : { hint: parsed.hint }) });
  }
  return { statements, unread };
}

/**
 * Whether a statement is code: Markdown reads a line that is indented by four columns as code, unless it belongs to a
 * list.
 */
function isCodeBlock({ indent, source }: RawStatement, before: RawStatement | undefined, margin: number): boolean {
  const isListed = [source, before?.source ?? ''].some((text) => /^(?:[-*\u2022+]|\d{1,3}[.)])\s/.test(text));
  return indent !== undefined && indent - margin >= 4 && !isListed;
}

/** Only whole phrases that can't change the meaning of adjacent statements. */
const emptyPhrases: readonly RegExp[] = [
  /^(?:hi|hello|hey)(?: (?:there|all|team|everyone|docwright))?[,!]?$/i,
  /^(?:thanks|thank you|many thanks|thx|cheers)(?: (?:a lot|so much|very much|in advance|for your help))?$/i,
  /^(?:do|make|apply|carry out) (?:this|these|the following)(?: (?:changes|edits|steps))?(?: in (?:this|the given) order)?:?$/i,
  /^(?:here (?:are|is) )?(?:the |a |my )?(?:list of )?(?:requested )?(?:changes|edits|tasks|steps)(?: to (?:make|do))?:?$/i,
];

function isEmptyPhrase(pattern: string): boolean {
  return !pattern.includes(quoteOpen) && emptyPhrases.some((phrase) => phrase.test(pattern.replace(/^#+ /, '')));
}
