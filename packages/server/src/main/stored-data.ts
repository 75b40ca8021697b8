import { sumImageBytes } from '../modules/agent/agent-jobs/index.ts';
import { sumBundleBytes } from '../modules/building/site-bundles/index.ts';
import type { MeasureStored } from '../modules/identity/storage/index.ts';
import { sumCommentBytes } from '../modules/publishing/comments/index.ts';
import { sumDraftBytes } from '../modules/publishing/drafts/index.ts';
import { sumTextBytes } from '../modules/publishing/shared-texts/index.ts';
import { estimateReportBytes } from '../modules/readers/analytics/index.ts';
import { estimateMessageBytes } from '../modules/readers/assistant/index.ts';
import { sumVectorBytes } from '../modules/readers/section-vectors/index.ts';
import { sumRepositoryBytes } from '../modules/sources/local-code-host/index.ts';

/** Lists the data that counts toward an organization's storage quota. */
export function listStoredData(repositoriesFolder: string): readonly MeasureStored[] {
  return [
    async (db, id) => ({ repositories: await sumRepositoryBytes(db, { root: repositoriesFolder }, id) }),
    async (db, id) => ({ bundles: await sumBundleBytes(db, id) }),
    async (db, id) => ({ bundles: await sumVectorBytes(db, id) }),
    async (db, id) => ({ records: await estimateReportBytes(db, id) }),
    async (db, id) => ({ records: await estimateMessageBytes(db, id) }),
    async (db, id) => ({ records: await sumDraftBytes(db, id) }),
    async (db, id) => ({ records: await sumCommentBytes(db, id) }),
    async (db, id) => ({ records: await sumTextBytes(db, id) }),
    async (db, id) => ({ records: await sumImageBytes(db, id) }),
  ];
}
