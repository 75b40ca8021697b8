import { DocwrightError } from '@docwright/sdk';
import { createStore, type Store } from './store.ts';

/** Waits for the person to sign in again if the session ends during an action, and then continues with it. */
export interface SessionGate {
  /** Whether something waits for a new session. */
  readonly isClosed: Store<boolean>;
  /** Runs a call; if it was refused because there is no session, repeats it after the next `open`. */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /** Signed in again. */
  open(): void;
  /** Given up: what waits fails with its own error. */
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

/** Nothing was done by a request that was refused so: it is safe to repeat. */
export const isSignedOut = (error: unknown): boolean => error instanceof DocwrightError && error.status === 401;
