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
  /** The user has given up: waiting calls fail with their own errors. */
  abandon(): void;
}

export function createSessionGate(): SessionGate {
  const isClosed = createStore(false);
  let waiting: ((isOpen: boolean) => void)[] = [];
  const settle = (isOpen: boolean) => {
    const settled = waiting;
    waiting = [];
    isClosed.set(false);
    for (const resolve of settled) resolve(isOpen);
  };
  return {
    isClosed,
    pass: async (call) => {
      for (;;) {
        try {
          return await call();
        } catch (error) {
          if (!isSignedOut(error)) throw error;
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
