import type { Transaction } from 'kysely';
import { countOf } from '../../../platform/words/count-of.ts';
import type { DraftThreads } from '../drafts/index.ts';
import { moveAnchors } from './anchors.ts';
import { lockFiles, selectOpenOf, type OpenThread } from './file-store.ts';
import { moveThreads } from './move-threads.ts';
import type { CommentTables } from './tables.ts';

const maxListed = 30;
const maxWords = 120;

/** Lets comments follow the edits of a draft. */
export const followDrafts: Omit<DraftThreads, 'describeOpen'> = {
  lockFiles: (tx, files) => lockFiles(tx as Transaction<CommentTables>, files),
  fileWritten: async (anyTx, file, content) => {
    const tx: Transaction<CommentTables> = anyTx;
    await moveAnchors(tx, file, content);
  },
  fileMoved: async (anyTx, file, to) => {
    const tx: Transaction<CommentTables> = anyTx;
    await moveThreads(tx, file, { ...file, path: to });
  },
  filesLeft: async (anyTx, { paths, ...of }, newBranch) => {
    const tx: Transaction<CommentTables> = anyTx;
    // Every transaction locks files in the same order.
    for (const path of paths.toSorted()) await moveThreads(tx, { ...of, path }, { ...of, branch: newBranch, path });
  },
};

/** @param baseUrl the service's address, for links to threads */
export function createDraftThreads(baseUrl: string): DraftThreads {
  return {
    ...followDrafts,
    describeOpen: async (db, files) => {
      const threads = await selectOpenOf(db, { ...files, limit: maxListed });
      const total = threads[0]?.total ?? 0;
      if (total === 0) return '';
      const lines = threads.map((thread) => describeThread(thread, toThreadUrl(baseUrl, files.projectId, thread.id)));
      if (total > threads.length) lines.push(`- and ${countOf(total - threads.length, 'other comment')}`);
      return `**Unresolved comments**\n\n${lines.join('\n')}`;
    },
  };
}

const toThreadUrl = (baseUrl: string, projectId: string, id: string): string =>
  `${baseUrl}/dashboard/projects/${encodeURIComponent(projectId)}/comments/${encodeURIComponent(id)}`;

/**
 * Describes a thread in Markdown. People's words are formatted as code, in which code hosts don't recognize mentions,
 * commands or links.
 */
function describeThread({ path, line, isSuggestion, author, text }: OpenThread, url: string): string {
  const place = line === null ? path : `${path}:${line}`;
  const words = text === '' && isSuggestion ? 'suggests a change' : text;
  return `- [${toCode(place)}](${url}) ${toCode(`${author}: ${words}`)}`;
}

function toCode(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('`', "'")
    .trim();
  const shown =
    line.length <= maxWords
      ? line
      : `${line
          .slice(0, maxWords - 1)
          .trimEnd()
          .toWellFormed()}…`;
  return `\`${shown.replaceAll(/[[\]]/g, (bracket) => (bracket === '[' ? '(' : ')'))}\``;
}
