import type { PlaygroundAuth, PlaygroundField } from './playground-data.ts';

/** Values for playground fields from the reader's sign-in. They are stored only in the tab's memory. */
export interface PrefilledInputs {
  readonly server: string;
  /** The value for a field, or `''`. */
  field(field: Pick<PlaygroundField, 'place' | 'name'>): string;
  credential(scheme: PlaygroundAuth): string;
}

/** @param received `apiPlaygroundInputs`: `{server?, header?, query?, cookie?, path?}` */
export function readPrefilled(received: object): PrefilledInputs {
  const parts = new Map(Object.entries(received));
  const find = (place: string, name: string): string => {
    const part: unknown = parts.get(place);
    if (typeof part !== 'object' || part === null) return '';
    // Header names are case-insensitive.
    const isSame = (one: string): boolean =>
      place === 'header' ? one.toLowerCase() === name.toLowerCase() : one === name;
    const value: unknown = Object.entries(part).find(([one]) => isSame(one))?.[1];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  };
  const server: unknown = parts.get('server');
  return {
    server: typeof server === 'string' && /^https?:\/\//i.test(server) ? server : '',
    field: ({ place, name }) => find(place, name),
    credential: ({ kind, name }) => {
      if (kind === 'basic') return decodeBasic(find('header', 'authorization'));
      if (kind === 'bearer') return find('header', 'authorization').replace(/^bearer\s+/i, '');
      return find(kind, name);
    },
  };
}

function decodeBasic(value: string): string {
  const encoded = /^basic\s+(\S+)$/i.exec(value)?.[1];
  if (encoded === undefined) return value;
  try {
    return atob(encoded);
  } catch {
    return '';
  }
}

/** Calls back once the values are known, and never if the reader isn't signed in. */
export function askForInputs(fill: (inputs: PrefilledInputs) => void): void {
  const detail = (received: object): void => fill(readPrefilled(received));
  document.dispatchEvent(new CustomEvent('docwright-inputs', { detail }));
}
