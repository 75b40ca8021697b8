import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

/** The responses that a reader of one edge received, in order. */
export interface Reader {
  /** Versions seen both in the site's name and in the page's text of one response, in order, without repetitions. */
  readonly seen: readonly string[];
  /** Every response that isn't a complete page of a single version. */
  readonly failures: readonly string[];
  readonly answers: number;
  /** Waits until the reader sees this version. */
  reaches(version: string): Promise<void>;
  /** Stops sending requests, and waits until the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Requests a page continuously. The page contains its version twice: `Docs v1` as the site's name, `Text v1.` as its
 * text.
 * @param host the site's host name at that address
 */
export function watchAsReader(address: string, host: string, path: string): Reader {
  const seen: string[] = [];
  const failures: string[] = [];
  const waiting = new Set<{ readonly version: string; readonly resolve: () => void }>();
  let answers = 0;
  const state = { isStopped: false };
  const ask = async (): Promise<void> => {
    while (!state.isStopped) {
      const text = await read(address, host, path).catch((error: unknown) => `no answer: ${String(error)}`);
      // The request was sent before the reader was stopped, so its response doesn't count.
      if (state.isStopped) return;
      answers += 1;
      const version = toVersion(text);
      if (version === undefined) failures.push(text.slice(0, 300));
      else if (seen.at(-1) !== version) seen.push(version);
      for (const one of waiting) if (one.version === version) one.resolve();
      // Leaves processor time for the builds, which run on the same machine.
      await delay(20);
    }
  };
  const asking = ask();
  return {
    seen,
    failures,
    get answers() {
      return answers;
    },
    reaches: async (version) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const one = { version, resolve };
      waiting.add(one);
      await promise;
      waiting.delete(one);
    },
    stop: async () => {
      state.isStopped = true;
      await asking;
    },
  };
}

/** Returns the page's version, or `undefined` if the page is incomplete or mixes two versions. */
function toVersion(text: string): string | undefined {
  const [name] = /Docs (v\d+)/.exec(text)?.slice(1) ?? [];
  const texts = new Set(Array.from(text.matchAll(/(?:Docs|Text) (v\d+)/g), ([, version]) => version));
  return text.startsWith('200 ') && text.includes('</html>') && /Text v\d+/.test(text) && texts.size === 1
    ? name
    : undefined;
}

/**
 * Requests a path with a `Host` header, because Node doesn't resolve names below `localhost`.
 * @returns status and body
 */
export function read(address: string, host: string, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request(new URL(path, address), { headers: { host }, agent: false, timeout: hangLimitMs }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    answer.on('end', () => resolve(`${answer.statusCode} ${text}`));
    answer.on('error', reject);
  });
  asked.on('timeout', () => asked.destroy(new Error('the request timed out')));
  asked.on('error', reject).end();
  return promise;
}
