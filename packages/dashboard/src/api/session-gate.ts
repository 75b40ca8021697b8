import { DocwrightError } from '@docwright/sdk';
import { createStore, type Store } from './store.ts';

/** If the session ends during an action, waits for the user to sign in again, and then continues the action. */
export interface SessionGate {
  /** Whether a call is waiting for a new session. */
  readonly isClosed: Store<boolean>;
  /** Runs a call and repeats it after the next `open` if the session has ended. */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /** The user has signed in again. */
  open(): void;
  /**
   * The user has given up or signed out: waiting and running calls fail with their own errors, even if their responses
   * arrive after the next sign-in.
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
          // The user signed in again while the call was running.
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

/** Whether an error means that the user is signed out. The rejected request had no effect, so repeating it is safe. */
export const isSignedOut = (error: unknown): boolean => error instanceof DocwrightError && error.status === 401;
