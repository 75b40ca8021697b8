import { parseModule } from '@docwright/expressions';

/**
 * Maximum depth of brackets in `{…}` expressions and modules. The native parser overflows its stack at several thousand
 * brackets, and once about fifty braces are open, each additional brace doubles its time, so deeper text isn't passed
 * to it.
 */
const maxBraces = 40;
const maxBrackets = 500;

/** Beyond this many character references in a run of text, the native parser's memory grows quadratically. */
const maxReferencesInBlock = 4000;

/**
 * Block quotes and list items that open in one line: the parser's time grows quadratically, even for Markdown.
 * Whitespace follows the marker of a list item. A line of only dashes or stars is a thematic break.
 */
const tooManyMarkers =
  /^(?![ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$)[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*){1000}/m;

/**
 * Beyond this many tags and expressions in a line of text, the parser's time grows quadratically: 4,000 take a second.
 */
const maxTagsInLine = 4000;

/**
 * JavaScript can nest without brackets (`!!!!x`, `a=>a=>a`, `if(1)if(1)…`). This overflows the native parser's stack at
 * about 5,000 levels, which a shorter text can't contain.
 */
const maxUncheckedChars = 16_000;
const maxNestingWords = 3000;

/** The reasons why text is unsafe to parse as MDX, as shown in messages. */
export const nestingFaults = {
  braces: 'too many braces open at once',
  brackets: 'too many brackets open at once',
  expression: 'an expression that is nested too deeply',
  line: 'too many tags and expressions in one line',
  references: 'too many character references in one paragraph',
  markers: 'too many quotes and lists in one line',
} as const;

export type NestingFault = keyof typeof nestingFaults;

/**
 * The reason why the text is unsafe to parse as MDX, or `undefined` if it is safe. Takes time linear in the text's
 * length.
 */
export function findNestingFault(text: string): NestingFault | undefined {
  // A few braces in a short text can't be nested deeply: pages with fewer aren't checked further.
  const isSuspect =
    text.length > maxUncheckedChars ||
    text.split('{').length > maxBraces ||
    text.split('[').length + text.split('(').length > maxBrackets;
  const fault = isSuspect ? new CodeScan(text).findFault() : undefined;
  if (fault !== undefined) return fault;
  if (text.length <= 1000) return undefined;
  const prose = withoutFences(text);
  if (tooManyMarkers.test(prose)) return 'markers';
  if (text.length > maxTagsInLine && prose.split('\n').some(hasTooManyTags)) return 'line';
  return exceedsReferences(prose) ? 'references' : undefined;
}

/**
 * The text without the content of code blocks, which is only copied. A line that is indented less than the block's
 * first line is kept, because it can end a list item together with the block.
 */
function withoutFences(text: string): string {
  if (!/^ *(?:```|~~~)/m.test(text)) return text;
  let fence: { readonly mark: string; readonly indent: number } | undefined;
  const kept = text.split('\n').map((line) => {
    const [, indent = '', mark] = /^( *)(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
    if (fence === undefined) {
      if (mark !== undefined) fence = { mark, indent: indent.length };
      return line;
    }
    if (mark?.startsWith(fence.mark) === true && line.trim() === mark) fence = undefined;
    return line.startsWith(' '.repeat(fence?.indent ?? 0)) ? '' : line;
  });
  return fence === undefined ? kept.join('\n') : text;
}

/** A single pass over text that tracks its expressions and modules, and skips fences. */
class CodeScan {
  readonly #text: string;
  #braces = 0;
  #brackets = 0;
  /** Start of the current expression or module. */
  #start: number | undefined;
  #isModule = false;
  #inFence = false;

  constructor(text: string) {
    this.#text = text;
  }

  findFault(): NestingFault | undefined {
    const text = this.#text;
    this.#startLine(0);
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x0a /* \n */) {
        if (this.#endsAt(at) && this.#isDeepUntil(at)) return 'expression';
        this.#startLine(at + 1);
      } else if (!this.#inFence) {
        if (code === 0x5c /* \ */) at++;
        else if (this.#count(code, at)) return this.#braces > maxBraces ? 'braces' : 'brackets';
        else if (code === 0x7d && this.#braces === 0 && !this.#isModule && this.#isDeepUntil(at)) return 'expression';
      }
    }
    return this.#isDeepUntil(text.length) ? 'expression' : undefined;
  }

  #startLine(at: number): void {
    if (startsFence(this.#text, at)) this.#inFence = !this.#inFence;
    if (this.#inFence || this.#braces > 0) return;
    if (!this.#isModule) this.#brackets = 0;
    if (this.#start !== undefined || !/^(?:im|ex)port\b/.test(this.#text.slice(at, at + 7))) return;
    this.#isModule = true;
    this.#start = at;
  }

  /** Whether the current module ends here: at an empty line, unless it has open brackets. */
  #endsAt(at: number): boolean {
    return this.#isModule && this.#braces === 0 && this.#brackets === 0 && this.#text[at + 1] === '\n';
  }

  /** Processes one character; returns true if a limit is exceeded. */
  #count(code: number, at: number): boolean {
    if (code === 0x7b /* { */) {
      this.#start ??= at;
      return ++this.#braces > maxBraces;
    }
    if (code === 0x7d /* } */ && this.#braces > 0) this.#braces--;
    else if ((this.#braces > 0 || this.#isModule) && (code === 0x28 || code === 0x5b))
      return ++this.#brackets > maxBrackets;
    else if ((code === 0x29 || code === 0x5d) && this.#brackets > 0) this.#brackets--;
    return false;
  }

  #isDeepUntil(end: number): boolean {
    const start = this.#start;
    const wrap = !this.#isModule;
    this.#start = undefined;
    this.#isModule = false;
    if (start === undefined || end - start < maxUncheckedChars) return false;
    const code = this.#text.slice(start, end);
    return isDeepCode(wrap ? `(${code.slice(1)}\n)` : code);
  }
}

/** Whether code is nested too deeply. The JavaScript parser overflows long before the native one, and throws then. */
function isDeepCode(code: string): boolean {
  const parsed = parseModule(code);
  if (parsed.ok) return false;
  if (parsed.isTooDeep) return true;
  // Not JavaScript, or it doesn't end where expected: counts all possible words instead.
  const words = code.match(/=>|[?!~]|\*\*|\b(?:typeof|void|new|await|yield|if|else|for|while|do|class|async)\b/g);
  return (words?.length ?? 0) > maxNestingWords || /(?:\b\w+\s*:\s*){1000}|(?:[-+]\s*){1000}/.test(code);
}

function startsFence(text: string, lineStart: number): boolean {
  let at = lineStart;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text.startsWith('```', at) || text.startsWith('~~~', at);
}

function hasTooManyTags(line: string): boolean {
  return line.length > maxTagsInLine && line.split(/[<{]/, maxTagsInLine + 2).length > maxTagsInLine + 1;
}

function exceedsReferences(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count++;
  if (count <= maxReferencesInBlock) return false;
  return text.split(/\n[ \t]*\n/).some((block) => block.split('&').length > maxReferencesInBlock);
}
