import type { AudienceEdit, Condition } from '@docwright/site-access/rules';
import {
  closeMark,
  nextMark,
  openMark,
  sharedSign,
  textMark,
  type Choices,
  type SharedText,
  type SeparatedFile,
} from './choices.ts';
import { allOf, anyOf, implies, nobody } from './conditions.ts';

/** The marks in a text don't match, because one of them is from a source. */
export class MismatchedMarks extends Error {
  constructor(at: number) {
    super(`The marks at ${at} don't belong together.`);
    this.name = 'MismatchedMarks';
  }
}

/**
 * A finished file without its marks. `known`: the condition that all readers of the file meet.
 * @throws MismatchedMarks, TooManyOutcomes
 */
export function separateEdits(marked: string, choices: Choices, known?: Condition): SeparatedFile {
  if (!marked.includes(openMark)) return { bytes: Buffer.from(marked), edits: [] };
  const base = new WrittenBase();
  return { edits: editsOf(marked, choices, { base, known }), bytes: base.bytes() };
}

/**
 * The edits of a public file; `undefined` if the text that its pieces show to everyone differs from `bytes`.
 * @throws MismatchedMarks, TooManyOutcomes
 */
export function takeEdits(marked: string, choices: Choices, bytes: Uint8Array): readonly AudienceEdit[] | undefined {
  const base = new ComparedBase(bytes);
  const edits = editsOf(marked, choices, { base, known: undefined });
  return base.isSame() ? edits : undefined;
}

interface Target {
  readonly base: Base;
  readonly known: Condition | undefined;
}

function editsOf(marked: string, choices: Choices, { base, known }: Target): readonly AudienceEdit[] {
  const file = new StoredFile(choices, known, base);
  new Parser(marked, choices, file).parse();
  return file.finish();
}

/** The file without its marks, piece by piece. */
interface Base {
  add(bytes: Uint8Array): void;
}

class WrittenBase implements Base {
  readonly #parts: Uint8Array[] = [];

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

class ComparedBase implements Base {
  readonly #bytes: Uint8Array;
  #at = 0;
  #isSame = true;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  add(bytes: Uint8Array): void {
    const end = this.#at + bytes.byteLength;
    this.#isSame &&= Buffer.compare(this.#bytes.subarray(this.#at, end), bytes) === 0;
    this.#at = end;
  }

  isSame(): boolean {
    return this.#isSame && this.#at === this.#bytes.byteLength;
  }
}

/**
 * The next mark at or after a position. Searches for each mark separately, which is ten times faster than a regular
 * expression.
 */
class MarkFinder {
  readonly #text: string;
  readonly #next: { readonly mark: string; at: number }[];

  constructor(text: string) {
    this.#text = text;
    this.#next = [openMark, nextMark, closeMark].map((mark) => ({ mark, at: -1 }));
  }

  /** The position of the mark, or the end of the text. */
  find(from: number): number {
    let first = this.#text.length;
    for (const next of this.#next) {
      if (next.at < from) {
        const at = this.#text.indexOf(next.mark, from);
        next.at = at === -1 ? this.#text.length : at;
      }
      first = Math.min(first, next.at);
    }
    return first;
  }
}

/** The readers of a position: those who meet `when` and don't see an earlier alternative of an enclosing piece. */
interface Place {
  readonly not: Condition;
  readonly when: Condition | undefined;
}

interface Part {
  readonly when: Condition | undefined;
  readonly text: string;
}

const everywhere: Place = { not: nobody, when: undefined };

/** A piece that is being read. */
interface OpenPiece {
  readonly around: Place;
  /** Readers who see an earlier alternative. */
  not: Condition;
  when: Condition | undefined;
  /** Complete alternatives, until one contains a piece. */
  parts: Part[] | undefined;
}

class Parser {
  readonly #marked: string;
  readonly #choices: Choices;
  readonly #file: StoredFile;
  readonly #marks: MarkFinder;
  readonly #open: OpenPiece[] = [];
  #place: Place;

  constructor(marked: string, choices: Choices, file: StoredFile, place = everywhere) {
    this.#place = place;
    this.#marked = marked;
    this.#choices = choices;
    this.#file = file;
    this.#marks = new MarkFinder(marked);
  }

  parse(): void {
    let from = 0;
    for (;;) {
      const at = this.#marks.find(from);
      const mark = this.#marked[at];
      const text = this.#marked.slice(from, at);
      const piece = this.#open.at(-1);
      if (mark === undefined) {
        if (piece !== undefined) throw new MismatchedMarks(at);
        this.#addText(text);
        return;
      }
      if (mark === openMark) {
        this.#flush(piece);
        this.#addText(text);
        from = this.#enter(at);
      } else if (piece === undefined) {
        // A mark without a beginning is from a source.
        this.#addText(text + mark);
        from = at + 1;
      } else from = this.#leave(piece, text, at);
    }
  }

  #addText(text: string): void {
    if (text !== '') this.#file.add([{ when: undefined, text }], this.#place);
  }

  /** Writes the alternatives that precede an alternative with a piece. */
  #flush(piece: OpenPiece | undefined): void {
    if (piece?.parts === undefined) return;
    let not = piece.around.not;
    for (const { when, text } of piece.parts) {
      if (text !== '') this.#file.add([{ when: undefined, text }], { not, when: allOf(piece.around.when, when) });
      not = anyOf([not, when]) ?? nobody;
    }
    piece.parts = undefined;
  }

  #enter(at: number): number {
    if (this.#marked[at + 1] === sharedSign) return this.#addShared(at);
    const { number, from } = this.#number(at);
    if (number === undefined) throw new MismatchedMarks(at);
    const when = this.#condition(number, at);
    this.#open.push({ around: this.#place, not: this.#place.not, when, parts: [] });
    this.#place = { not: this.#place.not, when: allOf(this.#place.when, when) };
    return from;
  }

  #addShared(at: number): number {
    const { number = -1, from } = this.#number(at + 1);
    if (this.#marked[from] !== closeMark) throw new MismatchedMarks(at);
    const shared = this.#lookUp(at, () => this.#choices.shared(number));
    if (this.#place === everywhere) this.#file.addShared(shared);
    else new Parser(shared.marked, this.#choices, this.#file, this.#place).parse();
    return from + 1;
  }

  /** Handles the end of an alternative, or of the piece. */
  #leave(piece: OpenPiece, text: string, at: number): number {
    if (piece.parts === undefined) this.#addText(text);
    else piece.parts.push({ when: piece.when, text });
    if (this.#marked[at] === closeMark) {
      if (piece.when !== undefined) throw new MismatchedMarks(at);
      if (piece.parts !== undefined) this.#file.add(piece.parts, piece.around);
      this.#open.pop();
      this.#place = piece.around;
      return at + 1;
    }
    if (piece.when === undefined) throw new MismatchedMarks(at);
    const { number, from } = this.#number(at);
    piece.not = anyOf([piece.not, piece.when]) ?? nobody;
    piece.when = number === undefined ? undefined : this.#condition(number, at);
    this.#place = { not: piece.not, when: allOf(piece.around.when, piece.when) };
    return from;
  }

  #number(at: number): { readonly number: number | undefined; readonly from: number } {
    const end = this.#marked.indexOf(textMark, at + 1);
    const digits = end === -1 || end > at + 12 ? '-' : this.#marked.slice(at + 1, end);
    if (!/^\d*$/.test(digits)) throw new MismatchedMarks(at);
    return { number: digits === '' ? undefined : Number(digits), from: end + 1 };
  }

  #condition(number: number, at: number): Condition {
    return this.#lookUp(at, () => this.#choices.condition(number));
  }

  #lookUp<T>(at: number, find: () => T): T {
    try {
      return find();
    } catch {
      throw new MismatchedMarks(at);
    }
  }
}

/** An edit to which adjacent edits are added. */
interface PendingEdit {
  readonly at: number;
  remove: number;
  readonly choices: readonly { readonly when: Condition; text: string }[];
}

/** Maximum number of cached results: pages with the same condition are usually adjacent. */
const maxTaken = 32;

/** A file's edits while it is processed. */
class StoredFile {
  readonly #choices: Choices;
  readonly #known: Condition | undefined;
  readonly #base: Base;
  readonly #edits: AudienceEdit[] = [];
  #at = 0;
  #pending: PendingEdit | undefined;

  constructor(choices: Choices, known: Condition | undefined, base: Base) {
    this.#choices = choices;
    this.#known = known;
    this.#base = base;
  }

  addShared({ marked, taken }: SharedText): void {
    const known = taken.get(this.#known);
    const { bytes, edits } = known ?? separateEdits(marked, this.#choices, this.#known);
    if (taken.size === maxTaken) taken.clear();
    if (known === undefined) taken.set(this.#known, { bytes, edits });
    this.#finishEdit();
    for (const { at, remove, choices } of edits) this.#edits.push({ at: this.#at + at, remove, choices });
    this.#base.add(bytes);
    this.#at += bytes.byteLength;
  }

  finish(): readonly AudienceEdit[] {
    this.#finishEdit();
    return this.#edits;
  }

  /** Adds alternatives without nested pieces. Readers of the position who meet none of their conditions see nothing. */
  add(parts: readonly Part[], { not, when: around }: Place): void {
    const choices: { readonly when: Condition; text: string }[] = [];
    let stored = '';
    let isDecided = false;
    const put = (when: Condition | undefined, text: string): void => {
      if (isDecided) return;
      if (implies(this.#known, when)) {
        stored = text;
        isDecided = true;
      } else if (when !== undefined && when.length > 0) choices.push({ when, text });
    };
    if (not.length > 0) put(not, '');
    for (const { when, text } of parts) {
      const isLast = implies(around, when);
      put(isLast ? around : allOf(around, when), text);
      if (isLast) break;
    }
    // Readers who meet none of the conditions see the stored text.
    while (choices.at(-1)?.text === stored) choices.pop();
    const bytes = Buffer.from(stored);
    if (choices.length > 0) this.#addEdit({ at: this.#at, remove: bytes.byteLength, choices });
    this.#base.add(bytes);
    this.#at += bytes.byteLength;
  }

  /** Adds an edit, or extends the previous one if it is adjacent and has the same conditions. */
  #addEdit(edit: PendingEdit): void {
    const before = this.#pending;
    const isNeighbor =
      before !== undefined &&
      before.at + before.remove === edit.at &&
      before.choices.length === edit.choices.length &&
      before.choices.every(({ when }, index) => when === edit.choices[index]?.when);
    if (!isNeighbor) {
      this.#finishEdit();
      this.#pending = edit;
      return;
    }
    before.remove += edit.remove;
    for (const [index, choice] of before.choices.entries()) choice.text += edit.choices[index]?.text ?? '';
  }

  #finishEdit(): void {
    if (this.#pending === undefined) return;
    const { at, remove, choices } = this.#pending;
    this.#edits.push({
      at,
      remove,
      choices: choices.map(({ when, text }) => ({ when, insert: this.#choices.bytesOf(text) })),
    });
    this.#pending = undefined;
  }
}
