import { useState } from 'react';
import { forgetStored, readStored, writeStored } from './stored-text.ts';

const PREFIX = 'docwright.draft.';

/**
 * Returns text that survives a reload, a crash and navigation, because the tab stores it until it is sent.
 *
 * @param key name of the field: `prompt.new`
 */
export function useDraft(key: string): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readStored(PREFIX + key, 'sessionStorage') ?? '');
  return [
    text,
    (next) => {
      // Written immediately, because the component may be unmounted before the next render.
      writeStored(PREFIX + key, next, 'sessionStorage');
      setText(next);
    },
  ];
}

export const forgetDrafts = (): void => forgetStored(PREFIX, 'sessionStorage');
