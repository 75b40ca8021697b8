import type { Condition } from '@docwright/site-access/rules';
import { anyOf, type Choices } from '../site/index.ts';
import type { PlaygroundData } from './client/playground-data.ts';
import { callKey, FORWARDABLE_CALLS_PATH, ForwardableCalls, writeCallList } from './forwardable-calls.ts';

interface SealedCall {
  readonly data: PlaygroundData;
  /** `undefined` if everyone meets the condition. */
  readonly when: Condition | undefined;
}

/** The list of forwardable calls for all readers: each reader receives the calls of the pages that they see. */
export class SealedCalls {
  readonly #calls = new Map<string, Map<string, SealedCall>>();

  add(data: PlaygroundData, when: Condition | undefined): void {
    const [line] = listOf([data]);
    if (line === undefined) return;
    const calls = this.#calls.get(callKey(data)) ?? new Map<string, SealedCall>();
    this.#calls.set(callKey(data), calls);
    const known = calls.get(line);
    calls.set(line, { data, when: known === undefined ? when : anyOf([known.when, when]) });
  }

  /**
   * Text with pieces, and the condition for seeing any of it; `undefined` for a site without such calls.
   * @throws TooManyOutcomes
   */
  file(
    choices: Choices,
  ): { readonly path: string; readonly when: Condition | undefined; readonly text: string } | undefined {
    let earlier: Condition | undefined = [];
    let lines = '';
    for (const [, calls] of [...this.#calls].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const all = [...calls.values()];
      const when = anyOf(all.map((call) => call.when));
      const line = choices.explore(
        (meets) => listOf(all.filter((call) => meets(call.when)).map(({ data }) => data))[0] ?? '',
      );
      lines += choices.piece(when, choices.piece(earlier, ',\n') + line);
      earlier = anyOf([earlier, when]);
    }
    return lines === '' ? undefined : { path: FORWARDABLE_CALLS_PATH, when: earlier, text: writeCallList(lines) };
  }
}

function listOf(calls: readonly PlaygroundData[]): readonly string[] {
  const list = new ForwardableCalls();
  for (const call of calls) list.add(call);
  return list.lines();
}
