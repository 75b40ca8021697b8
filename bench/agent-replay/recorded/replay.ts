import type { ChatAnswer, Recording, RequestSummary } from './recording.ts';

export interface Replay {
  /** Returns the next recorded answer. @throws if the request isn't the one that was recorded */
  next(request: RequestSummary): ChatAnswer;
  /** Returns the differences between the requests and the recording that make the replay meaningless. */
  findFaults(): readonly string[];
  /** Returns the number of requests whose tool results differ from those that the model read. */
  countChangedResults(): number;
}

/** Replays recorded answers in order, as long as the service sends the same requests as when they were recorded. */
export function openReplay({ exchanges }: Recording): Replay {
  let count = 0;
  const changed: number[] = [];
  const faults: string[] = [];
  const fail = (problem: string): never => {
    const cause = changed.length === 0 ? '' : ` From request ${changed[0]} on, tool results differ.`;
    const fault = `${problem}.${cause} If the service is right, record the task again.`;
    faults.push(fault);
    throw new Error(fault);
  };
  return {
    next(request) {
      const exchange = exchanges[count];
      count += 1;
      if (exchange === undefined)
        return fail(`${exchanges.length} answers are recorded, but the job asks for answer ${count}`);
      const difference = findDifference(exchange.request, request);
      if (difference !== undefined) return fail(`request ${count} isn't the one that was recorded: ${difference}`);
      if (exchange.request.results !== request.results) changed.push(count);
      return exchange.answer;
    },
    findFaults: () =>
      faults.length === 0 && count < exchanges.length
        ? [`${exchanges.length} answers are recorded, but the job asked for ${count}`]
        : faults,
    countChangedResults: () => changed.length,
  };
}

function findDifference(recorded: RequestSummary, request: RequestSummary): string | undefined {
  const quote = ({ asked, after }: RequestSummary): string =>
    `${JSON.stringify(asked)}${after.length === 0 ? '' : ` after ${after.join(', ')}`}`;
  const isSame =
    recorded.words === request.words &&
    recorded.hasTools === request.hasTools &&
    recorded.after.join('\n') === request.after.join('\n');
  if (isSame) return undefined;
  if (recorded.hasTools !== request.hasTools)
    return request.hasTools
      ? 'it has tools, unlike the recorded request'
      : 'it has no tools, unlike the recorded request';
  return `it asks ${quote(request)}; the recorded request asks ${quote(recorded)}`;
}
