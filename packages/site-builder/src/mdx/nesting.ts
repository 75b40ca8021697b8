/**
 * How deep brackets stand open at once inside of `{…}` expressions. The native parser overflows its stack at some thousand
 * brackets, and its time doubles with each brace once about fifty are open, so such text never reaches it.
 */
const maxBraces = 40;
const maxBrackets = 500;

/** Beyond this many character references in one run of text the native parser's memory grows with their square. */
const maxReferencesInBlock = 4000;

export type NestingFault = 'braces' | 'brackets' | 'references';

/** What makes a text unsafe to parse as MDX, or undefined. Linear in the length of the text. */
export function findNestingFault(text: string): NestingFault | undefined {
  // Few braces can't nest deep: that many pages need no closer look.
  const brackets =
    text.split('{').length > maxBraces || text.split('[').length + text.split('(').length > maxBrackets
      ? exceedsBrackets(text)
      : undefined;
  if (brackets !== undefined) return brackets;
  return exceedsReferences(text) ? 'references' : undefined;
}

function exceedsBrackets(text: string): NestingFault | undefined {
  let braces = 0;
  let brackets = 0;
  let inFence = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a /* \n */) {
      if (startsFence(text, at + 1)) inFence = !inFence;
      if (braces === 0) brackets = 0;
      continue;
    }
    if (inFence) continue;
    if (code === 0x5c /* \ */) at++;
    else if (code === 0x7b /* { */ && ++braces > maxBraces) return 'braces';
    else if (code === 0x7d /* } */ && braces > 0) braces--;
    else if (braces > 0 && (code === 0x28 || code === 0x5b) && ++brackets > maxBrackets) return 'brackets';
    else if ((code === 0x29 || code === 0x5d) && brackets > 0) brackets--;
  }
  return undefined;
}

function startsFence(text: string, lineStart: number): boolean {
  let at = lineStart;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text.startsWith('```', at) || text.startsWith('~~~', at);
}

function exceedsReferences(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count++;
  if (count <= maxReferencesInBlock) return false;
  return text.split(/\n[ \t]*\n/).some((block) => block.split('&').length > maxReferencesInBlock);
}
