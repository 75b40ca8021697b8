/**
 * Checks a model's Markdown while it streams to a reader.
 *
 * 1. A link is kept if the policy allows its target; otherwise only its text is. Link definitions, images and HTML are
 *    removed.
 * 2. A bare address that the policy doesn't allow is also removed, in text and in code; two pieces never join to form
 *    an address.
 * 3. Anything that could still become a link, an image, HTML or code is buffered until its meaning is clear, at most
 *    to the end of the paragraph.
 * 4. A line marked as a quotation remains a quotation only if the policy finds it.
 */
import { decodeEntities } from '../knowledge/read-anchors.ts';
import { codeSpan, findClosing, linkTarget, MAX_HELD, paragraphEnds } from './markdown-parts.ts';

export interface LinkPolicy {
  /** The target of a link as the reader's browser resolves it, or `undefined` if it isn't allowed. */
  link(target: string): string | undefined;
  /** Whether an address may be shown as plain text, or in code. */
  allowsUrl(url: string): boolean;
  allowsUrlInCode(url: string): boolean;
  /** Whether the text appears verbatim on one of the pages. */
  quotes(text: string): boolean;
}

/** A piece of the input and its replacement. */
interface Step {
  readonly length: number;
  readonly text: string;
  /** Whether this is a complete link or code span, whose meaning the text after it can't change. */
  readonly isWhole?: boolean;
}

const htmlNames: ReadonlySet<string> = new Set(
  'a abbr address area article aside audio b base bdi bdo big blink blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li link main map mark marquee math menu meta meter nav noscript object ol optgroup option output p param picture plaintext portal pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'.split(
    ' ',
  ),
);

const address =
  /[a-z][a-z\d+.-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data|vbscript|tel|file|blob):|^\/\/[\w.-]+\.|[\w.+-]+@[\w-]+\.\w/i;
const urlInCode = /[a-z][a-z\d+.-]*\p{Cf}*:\p{Cf}*\/\p{Cf}*\/[^\s"'`<>()[\]{}]*/giu;

// eslint-disable-next-line no-control-regex -- the pattern tests for ASCII
const isAscii = /^[\x00-\x7f]*$/;

export class CheckedMarkdown {
  readonly #policy: LinkPolicy;
  #buffer = '';
  #isLineStart = true;
  /** Fence of the open code block. */
  #fence = '';
  /** The end of the output, from its last space. */
  #tail = '';

  constructor(policy: LinkPolicy) {
    this.#policy = policy;
  }

  /** Adds text and returns what can be sent now. */
  push(text: string): string {
    this.#buffer += text.replaceAll('\r\n', '\n').replaceAll('\0', '');
    return this.#drain(false);
  }

  /** Ends the text and returns what hasn't been sent yet. */
  end(): string {
    return this.#drain(true);
  }

  #drain(isEnd: boolean): string {
    let out = '';
    while (this.#buffer !== '') {
      const step = this.#next(isEnd);
      if (step === undefined) break;
      this.#isLineStart = this.#buffer[step.length - 1] === '\n';
      this.#buffer = this.#buffer.slice(step.length);
      out += this.#join(step);
    }
    return out;
  }

  /** The next step, or `undefined` if more input is needed. */
  #next(isEnd: boolean): Step | undefined {
    if (this.#fence !== '') return this.#codeLine(isEnd);
    if (this.#isLineStart) {
      const start = this.#lineStart(isEnd);
      if (start !== 'inline') return start;
    }
    const text = this.#buffer;
    const [first = ''] = text;
    const space = /^(?:\n|[^\S\n]+)/.exec(text)?.[0];
    if (space !== undefined) return { length: space.length, text: space };
    if (first === '[') return this.#link(0, isEnd);
    if (first === '!') {
      if (text.length === 1 && !isEnd) return undefined;
      return text[1] === '[' ? this.#image(isEnd) : { length: 1, text: '!' };
    }
    if (first === '<') return this.#html(isEnd);
    if (first === '`') return this.#code(isEnd);
    return this.#word(isEnd);
  }

  #line(isEnd: boolean): string | undefined {
    const end = this.#buffer.indexOf('\n');
    if (end >= 0) return this.#buffer.slice(0, end + 1);
    return isEnd || this.#buffer.length > MAX_HELD ? this.#buffer : undefined;
  }

  #lineStart(isEnd: boolean): Step | undefined | 'inline' {
    const text = this.#buffer;
    const indent = /^[ \t]*/.exec(text)?.[0].length ?? 0;
    const rest = text.slice(indent, indent + 3);
    if (rest.length < 3 && !rest.includes('\n') && !isEnd && /^(?:$|[`~[>])/.test(rest)) return undefined;
    const isFence = rest === '```' || rest === '~~~';
    if (!isFence && rest[0] !== '>' && rest[0] !== '[') return 'inline';
    if (rest[0] === '[' && !isEnd && !/\][^]|\n/.test(text.slice(indent)) && text.length < MAX_HELD) return undefined;
    const isDefinition = /^\[[^\]\n]*\]:/.test(text.slice(indent));
    if (rest[0] === '[' && !isDefinition) return 'inline';
    const line = this.#line(isEnd);
    if (line === undefined) return undefined;
    if (isDefinition) return { length: line.length, text: '' }; // 1
    if (rest[0] === '>') return { length: line.length, text: this.#quote(line) };
    this.#fence = /^[ \t]*(?<mark>`{3,}|~{3,})/.exec(line)?.groups?.mark ?? '';
    return { length: line.length, text: this.#checkCode(line), isWhole: true };
  }

  /** Checks a line of a quotation (rule 4). */
  #quote(line: string): string {
    const mark = /^[ \t]*(?:>[ \t]?)+/.exec(line)?.[0] ?? '';
    const quoted = line.slice(mark.length);
    const checked = this.#inner(quoted.replace(/\n$/, ''));
    const end = line.endsWith('\n') ? '\n' : '';
    return (quoted.trim() === '' || this.#policy.quotes(quoted) ? mark : '') + checked + end;
  }

  #codeLine(isEnd: boolean): Step | undefined {
    const line = this.#line(isEnd);
    if (line === undefined) return undefined;
    const mark = /^[ \t]*(?<mark>`{3,}|~{3,})[ \t]*$/.exec(line.replace(/\n$/, ''))?.groups?.mark;
    if (mark?.startsWith(this.#fence) === true) this.#fence = '';
    return { length: line.length, text: this.#checkCode(line), isWhole: true };
  }

  /** Replaces addresses in code that the policy doesn't allow (rule 2). */
  #checkCode(code: string): string {
    return code.replaceAll(urlInCode, (url) => (this.#policy.allowsUrlInCode(url) ? url : '…'));
  }

  #code(isEnd: boolean): Step | undefined {
    const span = codeSpan(this.#buffer, isEnd);
    if (span === undefined) return undefined;
    // A mark without a counterpart is a plain character.
    return span.isCode
      ? { length: span.length, text: this.#checkCode(this.#buffer.slice(0, span.length)), isWhole: true }
      : { length: span.length, text: '\\`'.repeat(span.length) };
  }

  #image(isEnd: boolean): Step | undefined {
    const close = findClosing(this.#buffer, 1);
    if (close === undefined) return this.#whenEnded(isEnd, { length: 2, text: '' });
    const step = this.#link(1, isEnd, true);
    if (step === undefined) return undefined;
    return { length: 1 + step.length, text: this.#inner(this.#buffer.slice(2, close)) };
  }

  /** Reads `[…](…)` at a position in the buffer; the length of the step is counted from there. */
  #link(at: number, isEnd: boolean, isImage = false): Step | undefined {
    const text = this.#buffer;
    const close = findClosing(text, at);
    if (close === undefined) return this.#whenEnded(isEnd, { length: 1, text: '[' });
    const label = this.#inner(text.slice(at + 1, close));
    const after = text[close + 1];
    if (after === undefined && !isEnd) return undefined;
    const length = close + 1 - at;
    if (after === '[') {
      const second = findClosing(text, close + 1);
      if (second === undefined) return this.#whenEnded(isEnd, { length, text: label });
      return { length: second + 1 - at, text: label };
    }
    if (after !== '(') return { length, text: `[${label}]` };
    const target = linkTarget(text, close + 1);
    if (target === undefined) return this.#whenEnded(isEnd, { length: length + 1, text: `${label} (` });
    const href = isImage || label.trim() === '' ? undefined : this.#policy.link(decodeEntities(target.href));
    const end = target.end - at;
    return href === undefined
      ? { length: end, text: label }
      : { length: end, text: `[${label}](${href})`, isWhole: true };
  }

  /** Rule 3: returns the step if no further input can complete the construct. */
  #whenEnded(isEnd: boolean, step: Step): Step | undefined {
    return isEnd || this.#buffer.length > MAX_HELD || paragraphEnds(this.#buffer) ? step : undefined;
  }

  #html(isEnd: boolean): Step | undefined {
    const text = this.#buffer;
    if (text.length === 1) return isEnd ? { length: 1, text: '&lt;' } : undefined;
    if (!/^<[a-z/!?]/i.test(text)) return { length: 1, text: '<' };
    const close = text.startsWith('<!--') ? text.indexOf('-->') + 2 : text.indexOf('>');
    if (close < 2) return this.#whenEnded(isEnd, { length: 1, text: '&lt;' });
    const inside = text.slice(1, close);
    const length = close + 1;
    if (address.test(inside) && !/[\s<"']/.test(inside)) {
      const href = this.#policy.link(inside);
      return href === undefined ? { length, text: '' } : { length, text: `<${href}>`, isWhole: true };
    }
    const name = /^\/?(?<name>[a-z][a-z\d-]*)/i.exec(inside)?.groups?.name?.toLowerCase() ?? '';
    // `List<string>` isn't HTML: it is written as text.
    const isType = !htmlNames.has(name) && /^[\w, ?.|]+$/.test(inside);
    return { length, text: isType ? `&lt;${inside}&gt;` : '' };
  }

  #word(isEnd: boolean): Step | undefined {
    const text = this.#buffer;
    const escape = /^\\[`[\]<!]/.exec(text)?.[0];
    if (escape !== undefined) return { length: escape.length, text: escape };
    const word = /^(?:(?:\\[^\s[\]<`!]|[^\s[\]<`!\\])+|\])/.exec(text)?.[0] ?? text.slice(0, 1);
    const isOpen = word.length === text.length || text.slice(word.length) === '\\';
    if (isOpen && !isEnd && word.length < MAX_HELD) return undefined;
    return { length: word.length, text: this.#isForeign(word) ? '' : word };
  }

  /**
   * Checks both the rendered form, with escapes and entities resolved, and the form that a reader sees, without
   * invisible characters.
   */
  #isForeign(word: string): boolean {
    const rendered = decodeEntities(word.replaceAll(/\\(?=[^\w\s])/g, ''));
    const plain = isAscii.test(rendered) ? rendered : rendered.replaceAll(/\p{Cf}/gu, '').normalize('NFKC');
    if (!address.test(plain)) return false;
    return !this.#policy.allowsUrl(plain.replaceAll(/^[^\w/]+|[^\w/]+$/g, ''));
  }

  /** Checks the text inside a link, a quotation or an image. */
  #inner(text: string): string {
    const inner = new CheckedMarkdown(unlinked(this.#policy));
    inner.#isLineStart = false;
    return inner.push(text) + inner.end();
  }

  #join({ text, isWhole = false }: Step): string {
    if (text === '') return '';
    const [next = ''] = /^\S*/.exec(text) ?? [];
    const isConstruct = /(?:[!\]][([:]|<[a-z/!?])$/i.test(this.#tail.slice(-1) + next.slice(0, 1));
    const joined = this.#tail + next;
    const isAddress = !isWhole && this.#tail !== '' && next !== '' && this.#isForeign(joined);
    const out = isConstruct || isAddress ? ` ${text}` : text; // 2
    const tail = /\S*$/.exec(out)?.[0] ?? '';
    this.#tail = isWhole ? out.slice(-1) : (tail.length === out.length ? this.#tail + tail : tail).slice(-MAX_HELD);
    return out;
  }
}

function unlinked(policy: LinkPolicy): LinkPolicy {
  return {
    link: () => undefined,
    allowsUrl: (url) => policy.allowsUrl(url),
    allowsUrlInCode: (url) => policy.allowsUrlInCode(url),
    quotes: (text) => policy.quotes(text),
  };
}
