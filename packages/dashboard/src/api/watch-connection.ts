import { createStore, type Store } from './store.ts';

/**
 * The state of the connection to the service, according to the last requests.
 *
 * - `fine`: the service responds.
 * - `slow`: a request takes longer than users expect.
 * - `unreachable`: no response, or a proxy reports that the service is unavailable.
 */
export type ConnectionState = 'fine' | 'slow' | 'unreachable';

const SLOW_AFTER_MS = 6000;
const AWAY = new Set([502, 503, 504]);

export interface WatchedFetch {
  readonly fetch: typeof globalThis.fetch;
  readonly state: Store<ConnectionState>;
}

/** Returns a `fetch` that reports the connection state. Long polls and streams never count as slow. */
export function watchConnection(fetch: typeof globalThis.fetch): WatchedFetch {
  const state = createStore<ConnectionState>('fine');
  return {
    state,
    fetch: async (input, init) => {
      const timer = isMeantToWait(input, init)
        ? undefined
        : setTimeout(() => state.get() === 'fine' && state.set('slow'), SLOW_AFTER_MS);
      try {
        const response = await fetch(input, init);
        state.set(AWAY.has(response.status) ? 'unreachable' : 'fine');
        return response;
      } catch (error) {
        // Either the caller aborted the request, or it timed out; only the timeout affects the connection state.
        if (!(init?.signal?.aborted === true && state.get() !== 'slow')) state.set('unreachable');
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function isMeantToWait(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const accept = new Headers(init?.headers).get('accept');
  return accept === 'text/event-stream' || /[?&]wait=/.test(input instanceof Request ? input.url : String(input));
}
