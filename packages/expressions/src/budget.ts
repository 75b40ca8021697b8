import { ExpressionFault } from './errors.ts';

const maxTextChars = 1_000_000;
const maxListItems = 50_000;
const maxCallDepth = 200;

/** The limits for the expressions of a page. Every method throws an `ExpressionFault` at its limit. */
export class Budget {
  readonly #maxSteps: number;
  #steps = 0;
  #depth = 0;

  constructor(maxSteps: number) {
    this.#maxSteps = maxSteps;
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > this.#maxSteps) throw limit(`more than ${this.#maxSteps} steps on one page`);
  }

  /** Checks the length of text. Must be called before the text is built. */
  textChars(chars: number): void {
    if (chars > maxTextChars) throw limit(`text of ${chars} characters, more than ${maxTextChars}`);
  }

  /** Like `textChars`, for a list. */
  listItems(count: number): void {
    if (count > maxListItems) throw limit(`a list of ${count} items, more than ${maxListItems}`);
  }

  text(value: string): string {
    this.textChars(value.length);
    this.step(1 + Math.floor(value.length / 1000));
    return value;
  }

  list<T>(value: T[]): T[] {
    this.listItems(value.length);
    this.step(1 + value.length);
    return value;
  }

  enter<T>(run: () => T): T {
    if (this.#depth >= maxCallDepth) throw limit(`calls nested deeper than ${maxCallDepth}`);
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
    }
  }
}

function limit(what: string): ExpressionFault {
  return new ExpressionFault('expression-limit', `The expressions of this page need ${what}.`);
}
