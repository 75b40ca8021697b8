import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { DraftTables } from '../drafts/index.ts';

export interface SharedTextTables extends DraftTables {
  shared_texts: TableOf<'shared_texts'>;
  shared_text_updates: TableOf<'shared_text_updates'>;
}

export type SharedTextRow = Selectable<SharedTextTables['shared_texts']>;
