import type { Migration } from '../src/platform/database/index.ts';
import { core } from './0001-core.ts';
import { localCodeHost } from './0002_local_code_host.ts';
import { agentSettings } from './0003_agent_settings.ts';

/** Every step of the schema, oldest first. Released steps are never edited. */
export const migrations: readonly Migration[] = [core, localCodeHost, agentSettings];
