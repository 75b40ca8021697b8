import { createStore } from '../api/store.ts';
import { readStored, writeStored } from '../browser/stored-text.ts';

const KEY = 'docwright.organization';

/** The organization selected in this browser, stored for the next visit. */
export const organizationChoice = createStore<string | undefined>(readStored(KEY) ?? undefined);

export function chooseOrganization(id: string | undefined): void {
  organizationChoice.set(id);
  writeStored(KEY, id);
}
