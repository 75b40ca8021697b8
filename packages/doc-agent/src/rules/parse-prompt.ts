import type { ParsedPrompt, Statement, UnreadStatement } from './instruction.ts';
import { parseStatement } from './parse-statement.ts';
import { parseYamlForm } from './parse-yaml-form.ts';
import { quoteOpen, splitStatements } from './split-statements.ts';

const maxStatements = 200;

/** Reads a whole prompt: YAML blocks first, then sentences, in the order they stand in. */
export function parsePrompt(prompt: string): ParsedPrompt {
  const exact = parseYamlForm(prompt);
  const statements: Statement[] = [...exact.statements];
  const unread: UnreadStatement[] = [...exact.unread];
  for (const raw of splitStatements(exact.rest).slice(0, maxStatements)) {
    if (isCourtesy(raw.pattern)) continue;
    const parsed = parseStatement(raw);
    if ('instruction' in parsed) statements.push({ source: raw.source, instruction: parsed.instruction });
    else unread.push({ source: raw.source, ...(parsed.hint === undefined ? {} : { hint: parsed.hint }) });
  }
  return { statements, unread };
}

/** Greetings, thanks, and the line that announces a list: they ask for nothing. */
function isCourtesy(pattern: string): boolean {
  if (pattern.includes(quoteOpen)) return false;
  return (
    /^(?:hi|hello|hey|thanks?|thank you|cheers|please|dear)\b.{0,40}$/i.test(pattern) ||
    /^(?:do|make|apply|carry out|perform|here (?:are|is))\b.{0,60}:$/i.test(pattern)
  );
}
