/** Readers who check that each response is a whole page of one version. */
import { ask } from './ask.ts';

export interface ReaderCounts {
  answers: number;
  failed: number;
  mixed: number;
}

export interface ReaderRequest {
  readonly ports: readonly number[];
  readonly host: string;
  readonly readers: number;
  /** Returns the expected response for each path of the version with this label. */
  readonly expected: (label: string) => ReadonlyMap<string, string | Uint8Array> | undefined;
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
}

/** Reads until the signal aborts. A connection that breaks counts as failed. */
export async function readUntil(request: ReaderRequest): Promise<ReaderCounts> {
  const { ports, host, readers, expected, paths, signal } = request;
  const counts: ReaderCounts = { answers: 0, failed: 0, mixed: 0 };
  const read = async (reader: number): Promise<void> => {
    for (let turn = reader; !signal.aborted; turn += readers) {
      const path = paths[turn % paths.length] ?? '';
      const answer = await ask(ports[turn % ports.length] ?? 0, host, `/${path}`).catch(() => undefined);
      counts.answers += 1;
      if (answer?.status !== 200) counts.failed += 1;
      else {
        const text = answer.body.toString();
        const label = / (of v\d+)<\/h1>/.exec(text)?.[1] ?? '';
        if (expected(label)?.get(path) !== text) counts.mixed += 1;
      }
      // Prevents a million requests to a broken edge.
      if (answer === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  return counts;
}
