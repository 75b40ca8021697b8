import { readFileSync } from 'node:fs';
import type { Migration } from '../src/platform/database/index.ts';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Every step of the schema, oldest first. Released steps are never edited. */
export const migrations: readonly Migration[] = [
  {
    id: '0001-schema',
    sql: read('./0001-schema.sql'),
    replaces: {
      last: '0129-bundles-of-organizations',
      history: 'ab35f0f39fad5c6ec0101c98d093f9b723187df377566494fdef56a7fb18856f',
    },
  },
  { id: '0130-live-sites', sql: read('./0130-live-sites.sql') },
  { id: '0131-line-comments', sql: read('./0131-line-comments.sql') },
  { id: '0132-shared-views', sql: read('./0132-shared-views.sql') },
  { id: '0134-known-values', sql: read('./0134-known-values.sql') },
  { id: '0135-organization-models', sql: read('./0135-organization-models.sql') },
  { id: '0136-site-access', sql: read('./0136-site-access.sql') },
  {
    id: '0137-exports-with-restricted-content',
    sql: read('./0137-exports-with-restricted-content.sql'),
  },
  { id: '0140-reader-sign-ins', sql: read('./0140-reader-sign-ins.sql') },
  { id: '0141-reader-tokens', sql: read('./0141-reader-tokens.sql') },
  { id: '0142-reader-groups-of-members', sql: read('./0142-reader-groups-of-members.sql') },
  { id: '0143-context-of-agent-jobs', sql: read('./0143-context-of-agent-jobs.sql') },
  { id: '0144-code-anchors', sql: read('./0144-code-anchors.sql') },
  { id: '0146-automations', sql: read('./0146-automations.sql') },
  { id: '0147-optional-sign-in', sql: read('./0147-optional-sign-in.sql') },
  { id: '0148-exports-with-optional-sign-in', sql: read('./0148-exports-with-optional-sign-in.sql') },
  { id: '0149-first-questions', sql: read('./0149-first-questions.sql') },
  { id: '0150-automation-files', sql: read('./0150-automation-files.sql') },
  { id: '0151-dry-runs-and-recipients', sql: read('./0151-dry-runs-and-recipients.sql') },
  { id: '0152-drafts', sql: read('./0152-drafts.sql') },
  { id: '0153-proxy-certificates', sql: read('./0153-proxy-certificates.sql') },
  { id: '0154-mentions', sql: read('./0154-mentions.sql') },
  { id: '0155-automations-from-suggestions', sql: read('./0155-automations-from-suggestions.sql') },
  { id: '0156-automations-merge', sql: read('./0156-automations-merge.sql') },
  { id: '0158-draft-revisions', sql: read('./0158-draft-revisions.sql') },
  { id: '0159-shared-texts', sql: read('./0159-shared-texts.sql') },
  { id: '0161-comments', sql: read('./0161-comments.sql') },
  { id: '0162-names-of-people', sql: read('./0162-names-of-people.sql') },
  { id: '0164-fallback-branches', sql: read('./0164-fallback-branches.sql') },
  { id: '0165-requested-merges', sql: read('./0165-requested-merges.sql') },
  { id: '0166-agent-jobs-of-drafts', sql: read('./0166-agent-jobs-of-drafts.sql') },
  { id: '0167-suggestions-of-the-agent', sql: read('./0167-suggestions-of-the-agent.sql') },
  { id: '0168-merge-decisions', sql: read('./0168-merge-decisions.sql') },
  { id: '0169-answers', sql: read('./0169-answers.sql') },
  { id: '0171-merges-for-a-user', sql: read('./0171-merges-for-a-user.sql') },
  { id: '0172-reminders-of-automation-runs', sql: read('./0172-reminders-of-automation-runs.sql') },
  { id: '0173-merged-pull-requests', sql: read('./0173-merged-pull-requests.sql') },
  { id: '0174-images-of-agent-jobs', sql: read('./0174-images-of-agent-jobs.sql') },
  { id: '0175-images-in-overlays', sql: read('./0175-images-in-overlays.sql') },
  { id: '0176-follow-ups-of-code-hosts', sql: read('./0176-follow-ups-of-code-hosts.sql') },
];
