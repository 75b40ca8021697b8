import { useState } from 'react';
import { readStored, writeStored } from './stored-text.ts';

/**
 * Text that outlives a reload, a crash and a wrong turn: kept for the tab until it is sent.
 *
 * @param key names the place: `prompt.new`
 */
export function useDraft(key: string): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readStored(`docwright.draft.${key}`, 'sessionStorage') ?? '');
  return [
    text,
    (next) => {
      // At once: whoever empties it may be gone before the next render.
      writeStored(`docwright.draft.${key}`, next, 'sessionStorage');
      setText(next);
    },
  ];
}
