import { useEffect, useMemo, useRef } from 'react';
import { createStore, type Store } from '../api/store.ts';

/** The pause in typing after which the form shows the new text. */
const FOLLOW_AFTER_MS = 200;

export interface LiveText {
  readonly store: Store<string>;
  set(content: string): void;
  /** The text has changed. It is read after a pause, because a page can be large. */
  follow(read: () => string): void;
}

/** Provides the content of the open file for its form. */
export function useLiveText(first: string): LiveText {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const initial = useRef(first);
  return useMemo(() => {
    const store = createStore(initial.current);
    const set = (content: string): void => {
      clearTimeout(timer.current);
      store.set(content);
    };
    return {
      store,
      set,
      follow: (read) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => set(read()), FOLLOW_AFTER_MS);
      },
    };
  }, []);
}
