import type { Plan, ToolAnswer, ToolRequest } from './plan.ts';

export type AnswerCache = Map<string, ToolAnswer>;

const readers = new Set(['read', 'list', 'grep', 'search_docs', 'validate']);

/**
 * Runs a plan without repeating calls: until something changes, the previous response is valid, even if it is an error.
 * With repeated calls, many instructions about one page would look like a loop.
 */
export function* cacheAnswers(plan: Plan, cache: AnswerCache): Plan {
  let step = plan.next();
  while (step.done !== true) {
    const wanted = step.value;
    const open = wanted.filter((request) => !cache.has(keyOf(request)));
    const yielded = open.length === 0 ? [] : yield open;
    const fresh = new Map(open.map((request, index) => [keyOf(request), yielded[index]]));
    const answers = wanted.map((request) => fresh.get(keyOf(request)) ?? cache.get(keyOf(request)) ?? { value: {} });
    const changed = open.some(
      (request) => !readers.has(request.tool) && fresh.get(keyOf(request))?.error === undefined,
    );
    if (changed) cache.clear();
    else for (const [key, answer] of fresh) if (answer !== undefined) cache.set(key, answer);
    step = plan.next(answers);
  }
  return step.value;
}

function keyOf(request: ToolRequest): string {
  return JSON.stringify([request.tool, request.input]);
}
