import type { AudienceEdit, Choice, Condition } from '@docwright/site-access/rules';
import { closeMark, nextMark, openMark, textMark, type Choices } from './choices.ts';
import { allOf, anyOf, implies, nobody } from './conditions.ts';

export interface TakenApart {
  /** What readers see who meet the condition of the file and no other. */
  readonly bytes: Uint8Array;
  readonly edits: readonly AudienceEdit[];
}

/** The marks of a text don't belong together: one of them came from a source. */
export class MarksBroken extends Error {
  constructor(at: number) {
    super(`The marks at ${at} don't belong together.`);
    this.name = 'MarksBroken';
  }
}

interface Place {
  /** Readers who see an earlier alternative of a piece around this place. */
  readonly not: Condition;
  /** Readers who see the alternatives around this place. */
  readonly when: Condition | undefined;
}

interface ParsedAlternative {
  readonly when: Condition | undefined;
  readonly from: number;
  readonly to: number;
}

/**
 * A finished file without its marks. `known`: what all readers of the file meet. @throws MarksBroken, TooManyOutcomes
 */
export function takeApart(marked: string, choices: Choices, known?: Condition): TakenApart {
  if (!marked.includes(openMark)) return { bytes: Buffer.from(marked), edits: [] };
  const parser = new Parser(marked, choices, known);
  parser.text(0, marked.length, { not: nobody, when: undefined });
  return parser.result();
}

class Parser {
  readonly #marked: string;
  readonly #choices: Choices;
  readonly #known: Condition | undefined;
  readonly #written: Uint8Array[] = [];
  readonly #edits: AudienceEdit[] = [];
  readonly #encoded = new Map<string, Uint8Array>();
  #at = 0;

  constructor(marked: string, choices: Choices, known: Condition | undefined) {
    this.#marked = marked;
    this.#choices = choices;
    this.#known = known;
  }

  result(): TakenApart {
    return { bytes: Buffer.concat(this.#written), edits: this.#edits };
  }

  /** A part of the text, whose pieces are complete. */
  text(from: number, to: number, place: Place): void {
    let at = from;
    while (at < to) {
      const found = this.#marked.indexOf(openMark, at);
      const end = found === -1 || found >= to ? to : found;
      if (end > at) this.#add([{ when: undefined, text: this.#marked.slice(at, end) }], place);
      at = end === to ? to : this.#piece(end, to, place);
    }
  }

  /** Returns where the piece ends. */
  #piece(open: number, to: number, place: Place): number {
    const { alternatives, end, isNested } = this.#parse(open, to);
    if (!isNested)
      this.#add(
        alternatives.map(({ when, from, to: last }) => ({ when, text: this.#marked.slice(from, last) })),
        place,
      );
    else {
      let not: Condition = place.not;
      for (const { when, from, to: last } of alternatives) {
        this.text(from, last, { not, when: allOf(place.when, when) });
        not = anyOf([not, when]) ?? nobody;
      }
    }
    return end;
  }

  #parse(
    open: number,
    to: number,
  ): { readonly alternatives: readonly ParsedAlternative[]; readonly end: number; readonly isNested: boolean } {
    const alternatives: ParsedAlternative[] = [];
    let isNested = false;
    let at = open + 1;
    for (;;) {
      const text = this.#marked.indexOf(textMark, at);
      const number = this.#marked.slice(at, text);
      if (text === -1 || text >= to || !/^\d*$/.test(number)) throw new MarksBroken(at);
      let depth = 0;
      let end = text + 1;
      for (; end < to; end++) {
        const char = this.#marked[end];
        if (char === openMark) {
          depth += 1;
          isNested = true;
        } else if (char === closeMark) {
          if (depth === 0) break;
          depth -= 1;
        } else if (char === nextMark && depth === 0) break;
      }
      if (end >= to || (number === '') !== (this.#marked[end] === closeMark)) throw new MarksBroken(end);
      const when = number === '' ? undefined : this.#condition(Number(number), at);
      alternatives.push({ when, from: text + 1, to: end });
      at = end + 1;
      if (number === '') return { alternatives, end: at, isNested };
    }
  }

  #condition(number: number, at: number): Condition {
    try {
      return this.#choices.condition(number);
    } catch {
      throw new MarksBroken(at);
    }
  }

  /** Alternatives without pieces in them, the last of which is for everybody at this place. */
  #add(alternatives: readonly { readonly when: Condition | undefined; readonly text: string }[], place: Place): void {
    const all = [
      { when: place.not, text: '' },
      ...alternatives.map(({ when, text }) => ({ when: allOf(place.when, when), text })),
      { when: undefined, text: '' },
    ];
    const choices: Choice[] = [];
    let stored = '';
    for (const { when, text } of all) {
      if (implies(this.#known, when)) {
        stored = text;
        break;
      }
      if (when !== undefined && when.length > 0) choices.push({ when, insert: this.#bytesOf(text) });
    }
    const bytes = this.#bytesOf(stored);
    while (choices.at(-1)?.insert === bytes) choices.pop();
    if (choices.length > 0) this.#addEdit({ at: this.#at, remove: bytes.length, choices });
    this.#written.push(bytes);
    this.#at += bytes.length;
  }

  /** Neighbors with the same conditions are one edit. */
  #addEdit(edit: AudienceEdit): void {
    const before = this.#edits.at(-1);
    const isNeighbor =
      before !== undefined &&
      before.at + before.remove === edit.at &&
      before.choices.length === edit.choices.length &&
      before.choices.every(({ when }, index) => when === edit.choices[index]?.when);
    if (!isNeighbor) {
      this.#edits.push(edit);
      return;
    }
    this.#edits.pop();
    this.#edits.push({
      at: before.at,
      remove: before.remove + edit.remove,
      choices: before.choices.map(({ when, insert }, index) => ({
        when,
        insert: Buffer.concat([insert, edit.choices[index]?.insert ?? new Uint8Array()]),
      })),
    });
  }

  #bytesOf(text: string): Uint8Array {
    const known = this.#encoded.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    this.#encoded.set(text, bytes);
    return bytes;
  }
}
