import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';

/** A line of a changed file, as its readers and their browsers receive it. */
export interface TextLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** The same line with code blanked out, because code shown on a page isn't run by the browser. */
  readonly visible: string;
  /** Language of the code fence around the line, `''` if the fence names none; `undefined` outside fences. */
  readonly fence: string | undefined;
  /** Whether the line continues a command, a quotation or a document that began on an earlier line of the fence. */
  readonly isContinued: boolean;
}

/**
 * Reads a file to find what its readers run or load. Text that isn't certain to be code counts as visible:
 *
 * 1. Only fences and code spans that begin in running text hide anything: no fence begins in a tag, an attribute, an
 *    expression, a comment or an `export`.
 * 2. A fence in a block quote or list item ends with that container. After a line that may have left it, nothing is
 *    hidden.
 */
export function readLines(path: string, text: string): TextLine[] {
  if (!/\.mdx?$/i.test(path))
    return text
      .split('\n')
      .map((line, index) => ({ number: index + 1, text: line, visible: line, fence: undefined, isContinued: false }));
  const { body } = splitFrontmatter(text);
  const head = text.slice(0, text.length - body.length);
  const lines = head
    .split('\n')
    .slice(0, -1)
    .map((line, index): TextLine => ({
      number: index + 1,
      text: line,
      visible: line,
      fence: undefined,
      isContinued: false,
    }));
  const reader = new BodyReader();
  const commands = new CommandReader();
  for (const line of body.split('\n')) {
    const read = reader.read(line);
    lines.push({ number: lines.length + 1, text: line, ...read, isContinued: commands.read(line, read.fence) });
  }
  return lines;
}

/** Follows the commands of a shell from line to line. */
class CommandReader {
  #quote: '"' | "'" | undefined;
  #end: string | undefined;
  #isOpen = false;

  /** Whether the line continues an earlier line. */
  read(line: string, fence: string | undefined): boolean {
    if (fence === undefined || line.trim() === '') {
      this.#quote = undefined;
      this.#isOpen = false;
      if (fence === undefined) this.#end = undefined;
      return false;
    }
    if (this.#end !== undefined) {
      if (line.trim() === this.#end) this.#end = undefined;
      return true;
    }
    const isContinued = this.#isOpen || this.#quote !== undefined;
    for (let at = 0; at < line.length; at++) {
      const character = line[at];
      if (character === '\\') at++;
      else if (this.#quote !== undefined) {
        if (character === this.#quote) this.#quote = undefined;
      } else if (character === '#' && (at === 0 || line[at - 1] === ' ')) break;
      else if (character === '"' || character === "'") this.#quote = character;
    }
    this.#end = this.#quote === undefined ? /<<-?\s{0,3}["']?(\w{1,40})/.exec(line)?.[1] : undefined;
    this.#isOpen = /(?:\\|`|\^|\|)\s*$/.test(line);
    return isContinued;
  }
}

interface OpenFence {
  readonly mark: string;
  readonly language: string;
  readonly indent: number;
  readonly isQuoted: boolean;
  /** Whether a line may be outside the container that the fence began in. */
  isDoubtful: boolean;
}

/** The constructs around the scanner's position, innermost last; empty in running text. */
type Scope = 'tag' | 'expression' | 'template' | 'export' | 'script-comment' | 'html-comment' | '"' | "'";

const fencePattern = /^([ \t>]*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,5})(`{3,}|~{3,})/;

class BodyReader {
  #fence: OpenFence | undefined;
  readonly #scopes: Scope[] = [];

  read(line: string): Pick<TextLine, 'visible' | 'fence'> {
    if (this.#fence !== undefined) return this.#readFenced(line, this.#fence);
    if (this.#scopes.length === 0) {
      const opened = openFence(line);
      if (opened !== undefined) {
        this.#fence = opened;
        return { visible: '', fence: opened.language };
      }
      if (/^(?:import|export)\b/.test(line)) this.#scopes.push('export');
    }
    if (this.#scopes.length === 1 && this.#scopes[0] === 'export' && line.trim() === '') this.#scopes.pop();
    return { visible: this.#scan(line), fence: undefined };
  }

  #readFenced(line: string, fence: OpenFence): Pick<TextLine, 'visible' | 'fence'> {
    const bare = line.replace(/^[ \t>]+/, '').trimEnd();
    if (bare.startsWith(fence.mark) && bare === bare.charAt(0).repeat(bare.length)) {
      this.#fence = undefined;
      return { visible: '', fence: fence.language };
    }
    const isQuoted = /^[ \t]*>/.test(line);
    const indent = line.length - line.trimStart().length;
    const isOutside = fence.isQuoted ? !isQuoted : line.trim() !== '' && indent < fence.indent;
    fence.isDoubtful ||= isOutside;
    return { visible: fence.isDoubtful ? line : '', fence: fence.language };
  }

  #scan(line: string): string {
    const visible: string[] = [];
    const spans = new SpanFinder(line);
    let shown = 0;
    let at = 0;
    while (at < line.length) {
      const scope = this.#scopes.at(-1);
      if (scope === undefined) {
        const span = line[at] === '`' ? spans.findEnd(at) : undefined;
        if (span !== undefined) {
          visible.push(line.slice(shown, at), ' '.repeat(span - at));
          at = shown = span;
          continue;
        }
      }
      at += this.#step(line, at, scope);
    }
    const last = this.#scopes.at(-1);
    // A string of a script ends with its line; an attribute's does not.
    if ((last === '"' || last === "'") && this.#scopes.at(-2) !== 'tag') this.#scopes.pop();
    return visible.join('') + line.slice(shown);
  }

  /** Consumes one character; returns its number of code units. */
  #step(line: string, at: number, scope: Scope | undefined): number {
    const character = line[at] ?? '';
    switch (scope) {
      case undefined:
        return this.#stepText(line, at);
      case '"':
      case "'":
        if (character === scope) this.#scopes.pop();
        else if (character === '\\' && this.#scopes.at(-2) !== 'tag') return 2;
        return 1;
      case 'template':
        if (character === '\\') return 2;
        if (character === '`') this.#scopes.pop();
        else if (line.startsWith('${', at)) {
          this.#scopes.push('expression');
          return 2;
        }
        return 1;
      case 'script-comment':
      case 'html-comment': {
        const end = scope === 'html-comment' ? '-->' : '*/';
        if (!line.startsWith(end, at)) return 1;
        this.#scopes.pop();
        return end.length;
      }
      case 'tag':
        if (character === '>') this.#scopes.pop();
        else if (character === '"' || character === "'") this.#scopes.push(character);
        else if (character === '{') this.#scopes.push('expression');
        return 1;
      case 'expression':
      case 'export':
        return this.#stepScript(line, at);
    }
  }

  #stepText(line: string, at: number): number {
    const rest = line.slice(at, at + 4);
    if (rest.startsWith('`')) return /^`+/.exec(line.slice(at))?.[0].length ?? 1;
    if (rest.startsWith('\\')) return 2;
    if (rest === '<!--') this.#scopes.push('html-comment');
    else if (/^<[A-Za-z/>]/.test(rest)) this.#scopes.push('tag');
    else if (rest.startsWith('{')) this.#scopes.push('expression');
    return 1;
  }

  #stepScript(line: string, at: number): number {
    const character = line[at] ?? '';
    if (line.startsWith('/*', at)) {
      this.#scopes.push('script-comment');
      return 2;
    }
    if (character === '"' || character === "'") this.#scopes.push(character);
    else if (character === '`') this.#scopes.push('template');
    else if (character === '{') this.#scopes.push('expression');
    else if (character === '}' && this.#scopes.at(-1) === 'expression') this.#scopes.pop();
    return 1;
  }
}

function openFence(line: string): OpenFence | undefined {
  const match = fencePattern.exec(line);
  if (match === null) return undefined;
  const [all, lead = '', markers = '', mark = ''] = match;
  const info = line.slice(all.length);
  if (mark.startsWith('`') && info.includes('`')) return undefined;
  const language = /^\s*([\w+#.-]{1,40})/.exec(info)?.[1]?.toLowerCase() ?? '';
  return { mark, language, indent: lead.length + markers.length, isQuoted: lead.includes('>'), isDoubtful: false };
}

/** The code spans of one line. Each run of backticks is read once, even if many spans have no end. */
class SpanFinder {
  readonly #line: string;
  /** The ends of the runs of each length, the line's last run first; `undefined` until the first span. */
  #ends: Map<number, number[]> | undefined;

  constructor(line: string) {
    this.#line = line;
  }

  /**
   * Finds the end of the span that begins at `at`: after the next run of as many backticks. `at` must not decrease
   * between calls.
   */
  findEnd(at: number): number | undefined {
    this.#ends ??= this.#readRuns();
    let start = at;
    while (this.#line[start] === '`') start++;
    const ends = this.#ends.get(start - at) ?? [];
    while ((ends.at(-1) ?? Infinity) <= start) ends.pop();
    return ends.at(-1);
  }

  #readRuns(): Map<number, number[]> {
    const ends = new Map<number, number[]>();
    for (const { 0: run, index } of [...this.#line.matchAll(/`+/g)].reverse()) {
      const found = ends.get(run.length);
      if (found === undefined) ends.set(run.length, [index + run.length]);
      else found.push(index + run.length);
    }
    return ends;
  }
}
