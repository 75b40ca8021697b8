import type { Migration } from '../src/platform/database/index.ts';
import { core } from './0001-core.ts';
import { localCodeHost } from './0002_local_code_host.ts';

/** Every step of the schema, oldest first. Released steps are never edited. */
export const migrations: readonly Migration[] = [core, localCodeHost];
