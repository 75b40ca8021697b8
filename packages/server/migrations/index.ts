import type { Migration } from '../src/platform/database/index.ts';
import { core } from './0001-core.ts';

/** Every step of the schema, oldest first. Released steps are never edited. */
export const migrations: readonly Migration[] = [core];
