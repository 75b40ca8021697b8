import { DocwrightError } from '@docwright/sdk';
import { createStore, type Store } from './store.ts';

/** Waits for the person to sign in again if the session ends during an action, and then continues with it. */
export interface SessionGate {
  /** Whether a call is waiting for a new session. */
  readonly isClosed: Store<boolean>;
  /** Runs a call, and repeats it after the next `open` if the session has ended. */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /** The user has signed in again. */
  open(): void;
  /**
   * The user has given up or signed out: waiting calls fail with their own errors, and so do running ones, even if
   * their responses arrive after the next sign-in.
   */
  abandon(): void;
}

export function createSessionGate(): SessionGate {
  const isClosed = createStore(false);
  let waiting: ((isOpen: boolean) => void)[] = [];
  const times = { opened: 0, abandoned: 0 };
  const settle = (isOpen: boolean) => {
    times[isOpen ? 'opened' : 'abandoned'] += 1;
    const settled = waiting;
    waiting = [];
    isClosed.set(false);
    for (const resolve of settled) resolve(isOpen);
  };
  return {
    isClosed,
    pass: async (call) => {
      for (;;) {
        const { opened, abandoned } = times;
        try {
          return await call();
        } catch (error) {
          if (!isSignedOut(error) || abandoned !== times.abandoned) throw error;
          // The user has signed in again while it was running.
          if (opened !== times.opened) continue;
          const isOpen = await new Promise<boolean>((resolve) => {
            waiting.push(resolve);
            isClosed.set(true);
          });
          if (!isOpen) throw error;
        }
      }
    },
    open: () => settle(true),
    abandon: () => settle(false),
  };
}

/** A request that was rejected with this error had no effect, so it is safe to repeat. */
export const isSignedOut = (error: unknown): boolean => error instanceof DocwrightError && error.status === 401;
