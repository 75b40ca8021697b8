import { ExpressionFault } from './errors.ts';

const maxTextChars = 1_000_000;
const maxListItems = 50_000;
const maxCallDepth = 200;

/** What the expressions of one page may cost. Every method throws an `ExpressionFault` at its limit. */
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

  text(value: string): string {
    if (value.length > maxTextChars) throw limit(`a text of ${value.length} characters, more than ${maxTextChars}`);
    this.step(1 + Math.floor(value.length / 1000));
    return value;
  }

  list<T>(value: T[]): T[] {
    if (value.length > maxListItems) throw limit(`a list of ${value.length} items, more than ${maxListItems}`);
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
  return new ExpressionFault('expression-limit', `The expressions of this page take ${what}.`);
}
