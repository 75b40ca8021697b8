import type { Migration } from '../src/platform/database/index.ts';

/**
 * A project may have a model of its own that compares texts by meaning, beside those that write, or alone (`models` is empty then).
 * Its credentials are the last of `credentials`.
 */
export const embeddingModels: Migration = {
  id: '0065-embedding-models',
  sql: /* sql */ `
alter table project_models add column embedding jsonb;
`,
};
