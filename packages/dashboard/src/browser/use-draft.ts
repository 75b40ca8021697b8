import { useEffect, useState } from 'react';
import { readStored, writeStored } from './stored-text.ts';

/**
 * Text that outlives a reload, a crash and a wrong turn: kept for the tab until it is sent.
 *
 * @param key names the place: `prompt.new`
 */
export function useDraft(key: string): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readStored(`docwright.draft.${key}`, 'sessionStorage') ?? '');
  useEffect(() => writeStored(`docwright.draft.${key}`, text, 'sessionStorage'), [key, text]);
  return [text, setText];
}
