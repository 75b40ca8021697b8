import { createStore } from '../api/store.ts';
import { readStored, writeStored } from '../browser/stored-text.ts';

const KEY = 'docwright.organization';

/** Which of a person's organizations this browser looks at. Kept, so that tomorrow begins where today ended. */
export const organizationChoice = createStore<string | undefined>(readStored(KEY) ?? undefined);

export function chooseOrganization(id: string | undefined): void {
  organizationChoice.set(id);
  writeStored(KEY, id);
}
