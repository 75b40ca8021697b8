import * as files from '../../modules/publishing/comments/file-store.ts';
import * as comments from '../../modules/publishing/comments/store.ts';
import { daysAgo, mayReadMore, type Place, type Samples, type SamplesOf } from './sample.ts';

const branchOf = (at: Place) => ({ projectId: at('proj'), branch: 'main' });
const fileOf = (at: Place) => ({ ...branchOf(at), path: `p${at.n}` });
const idOf = ({ n }: Place) => n + 1;
const limited = 'the comments of one project, which are limited';
const content = Buffer.from('x');

const commentSamples: SamplesOf<typeof comments> = {
  selectThread: (db, at) => comments.selectThread(db, { projectId: at('proj'), id: at('thread') }),
  lockThread: (db, at) => comments.lockThread(db, at('thread')),
  selectThreads: mayReadMore(limited, (db, at) =>
    comments.selectThreads(db, { ...branchOf(at), file: undefined, states: ['open'], after: 0, limit: 21 }),
  ),
  countOpen: mayReadMore(limited, (db, at) => comments.countOpen(db, branchOf(at))),
  countThreads: mayReadMore(limited, (db, at) =>
    comments.countThreads(db, { projectId: at('proj'), fileId: idOf(at) }),
  ),
  selectSame: mayReadMore('the comments of one file, which are limited', (db, at) =>
    comments.selectSame(db, { fileId: idOf(at), from: 0, quote: 'x', replacement: 'y' }),
  ),
  lockThreadsOf: (db, at) => comments.lockThreadsOf(db, at('proj')),
  insertThread: (db, at) =>
    comments.insertThread(db, { id: 'thread_new', file_id: idOf(at), project_id: at('proj'), quote: 'x' }),
  closeRow: (db, at) =>
    comments.closeRow(db, {
      id: at('thread'),
      state: 'resolved',
      actor: { kind: 'user', id: at('user'), name: 'n' },
    }),
  reopenRow: (db, at) => comments.reopenRow(db, at('thread')),
  touchThread: (db, at) => comments.touchThread(db, at('thread')),
  deleteThread: (db, at) => comments.deleteThread(db, at('thread')),
  selectComments: (db, at) => comments.selectComments(db, [at('thread')]),
  selectComment: (db, at) => comments.selectComment(db, { threadId: at('thread'), id: at('comment') }),
  insertComment: (db, at) =>
    comments.insertComment(db, {
      id: 'comment_new',
      thread_id: at('thread'),
      author_kind: 'user',
      author_id: at('user'),
      author_name: 'n',
      text: 'x',
    }),
  editComment: (db, at) => comments.editComment(db, at('comment'), { text: 'y', mentions: [] }),
  emptyRow: (db, at) => comments.emptyRow(db, at('comment')),
  deleteCommentRow: (db, at) => comments.deleteCommentRow(db, at('comment')),
  selectRoles: (db, at) => comments.selectRoles(db, { organizationId: at('org'), ids: [at('user')] }),
  selectNames: (db, at) => comments.selectNames(db, [at('user')]),
  sumCommentBytes: mayReadMore('once an hour, for the storage quota: the comments of one organization', (db, at) =>
    comments.sumCommentBytes(db, at('org')),
  ),
  deleteOldThreads: (db) => comments.deleteOldThreads(db, { before: daysAgo(4_000), limit: 1_000 }),
};

const fileSamples: SamplesOf<typeof files> = {
  lockFile: (db, at) => files.lockFile(db, fileOf(at)),
  lockFiles: (db, at) => files.lockFiles(db, { ...fileOf(at), paths: [fileOf(at).path, 'b.mdx'] }),
  insertFile: (db, at) =>
    files.insertFile(db, { ...fileOf(at), organizationId: at('org'), path: 'new', content, version: 'v' }),
  updateFile: (db, at) => files.updateFile(db, idOf(at), { is_missing: true }),
  renameFile: (db, at) => files.renameFile(db, idOf(at), { branch: 'main', path: 'renamed' }),
  deleteFileRow: (db, at) => files.deleteFileRow(db, idOf(at)),
  lockIdleFiles: (db, at) => files.lockIdleFiles(db, [idOf(at)]),
  deleteEmptyFiles: (db, at) => files.deleteEmptyFiles(db, [idOf(at)]),
  selectRanges: (db, at) => files.selectRanges(db, idOf(at)),
  updateRanges: (db, at) =>
    files.updateRanges(db, idOf(at), [{ id: at('thread'), from: 0, to: 1, line: 1, text: null }]),
  selectOpenOf: mayReadMore(limited, (db, at) => files.selectOpenOf(db, { ...branchOf(at), paths: null, limit: 30 })),
  selectFileNames: mayReadMore(limited, (db, at) => files.selectFileNames(db, branchOf(at))),
  selectAnyOtherBranch: mayReadMore(limited, (db, at) => files.selectAnyOtherBranch(db, branchOf(at))),
};

export const commentsSamples: Readonly<Record<string, Samples>> = {
  'modules/publishing/comments/file-store.ts': fileSamples,
  'modules/publishing/comments/store.ts': commentSamples,
};
