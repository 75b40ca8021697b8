import * as files from '../../modules/publishing/drafts/file-store.ts';
import * as revisions from '../../modules/publishing/drafts/revision-store.ts';
import * as drafts from '../../modules/publishing/drafts/store.ts';
import * as texts from '../../modules/publishing/shared-texts/store.ts';
import { daysAgo, mayReadMore, type Place, type Samples, type SamplesOf } from './sample.ts';

const nameOf = (at: Place) => ({ projectId: at('proj'), branch: `branch-${at.n}` });
const limited = 'the drafts of one project, which are limited';

const draftSamples: SamplesOf<typeof drafts> = {
  selectDraft: (db, at) => drafts.selectDraft(db, nameOf(at)),
  lockDraft: (db, at) => drafts.lockDraft(db, nameOf(at)),
  selectDrafts: (db, at) => drafts.selectDrafts(db, at('proj')),
  lockDraftsOf: (db, at) => drafts.lockDraftsOf(db, at('proj')),
  countDrafts: mayReadMore(limited, (db, at) => drafts.countDrafts(db, at('proj'))),
  insertDraft: (db, at) =>
    drafts.insertDraft(db, {
      id: 'draft_new',
      organization_id: at('org'),
      project_id: at('proj'),
      branch: 'new',
      base_commit: 'c0',
    }),
  updateDraft: (db, at) => drafts.updateDraft(db, at('draft'), { isSaved: true }),
  updateBranchState: (db, at) => drafts.updateBranchState(db, at('draft'), { branch_deleted_at: null }),
  deleteDraftRow: (db, at) => drafts.deleteDraftRow(db, at('draft')),
  selectAuthors: (db, at) => drafts.selectAuthors(db, [at('draft')]),
  upsertAuthor: (db, at) =>
    drafts.upsertAuthor(db, { draft_id: at('draft'), actor_kind: 'user', actor_id: at('user'), name: 'n' }),
  selectSettings: (db, at) => drafts.selectSettings(db, at('proj')),
  upsertSettings: (db, at) => drafts.upsertSettings(db, at('proj'), { block_errors: true }),
  selectUntouched: (db) => drafts.selectUntouched(db, { before: daysAgo(4_000), isNotified: false, limit: 200 }),
  lockDraftById: (db, at) => drafts.lockDraftById(db, at('draft')),
  updateNotified: (db, at) => drafts.updateNotified(db, at('draft')),
  sumDraftBytes: mayReadMore('once an hour, for the storage quota: the drafts of one organization', (db, at) =>
    drafts.sumDraftBytes(db, at('org')),
  ),
};

const fileSamples: SamplesOf<typeof files> = {
  selectFiles: (db, at) => files.selectFiles(db, at('draft')),
  selectFilesAt: (db, at) => files.selectFilesAt(db, at('draft'), [`p${at.n}`]),
  selectPaths: (db, at) => files.selectPaths(db, at('draft')),
  selectMovedFiles: (db, at) => files.selectMovedFiles(db, at('draft')),
  selectMovedFrom: (db, at) => files.selectMovedFrom(db, at('draft'), `p${at.n}`),
  selectFileTimes: (db, at) => files.selectFileTimes(db, { ...nameOf(at), paths: [`p${at.n}`] }),
  selectFile: (db, at) => files.selectFile(db, at('draft'), `p${at.n}`),
  upsertFile: (db, at) =>
    files.upsertFile(db, at('draft'), {
      path: 'new',
      kind: 'write',
      content: Buffer.from('x'),
      base_content: null,
      updated_by: 'u',
    }),
  deleteFile: (db, at) => files.deleteFile(db, at('draft'), `p${at.n}`),
  selectFigures: mayReadMore('the files of one draft, which are limited', (db, at) =>
    files.selectFigures(db, [at('draft')]),
  ),
};

const revisionSamples: SamplesOf<typeof revisions> = {
  insertRevisions: (db, at) =>
    revisions.insertRevisions(db, { draftId: at('draft'), paths: [`p${at.n}`], author: 'other', isForced: false }),
  deleteExcessRevisions: mayReadMore('the revisions of one draft, which are limited', (db, at) =>
    revisions.deleteExcessRevisions(db, at('draft'), { perFile: 50, perDraft: 1_000, bytes: 1_000_000 }),
  ),
  hasRevisions: (db, at) => revisions.hasRevisions(db, at('draft')),
  selectRevisions: (db, at) => revisions.selectRevisions(db, at('draft'), [`p${at.n}`]),
  selectRevisionContent: (db, at) =>
    revisions.selectRevisionContent(db, at('draft'), { path: `p${at.n}`, version: `v${at.n}` }),
};

const textSamples: SamplesOf<typeof texts> = {
  selectHead: (db, at) => texts.selectHead(db, { ...nameOf(at), path: `p${at.n}` }),
  selectUnsavedPaths: (db, at) => texts.selectUnsavedPaths(db, nameOf(at)),
  selectLeftTexts: (db) => texts.selectLeftTexts(db, { olderThanSeconds: 1, limit: 10 }),
  selectLastSeqs: (db, at) => texts.selectLastSeqs(db, [at('text')]),
  insertText: (db, at) =>
    texts.insertText(db, {
      id: 'text_new',
      organization_id: at('org'),
      project_id: at('proj'),
      branch: 'new',
      path: 'new',
      line_ending: 'lf',
      has_byte_order_mark: false,
      state: Buffer.from('x'),
      saved_content: Buffer.from('x'),
    }),
  lockText: (db, at) => texts.lockText(db, at('text')),
  selectUpdates: (db, at) => texts.selectUpdates(db, at('text'), 0),
  selectState: (db, at) => texts.selectState(db, at('text'), 0),
  appendUpdate: (db, at) => texts.appendUpdate(db, { id: at('text'), content: Buffer.from('x'), authors: '{}' }),
  updateSaved: (db, at) =>
    texts.updateSaved(db, at('text'), { state: Buffer.from('x'), seq: 1, content: Buffer.from('x') }),
  deleteUpdates: (db, at) => texts.deleteUpdates(db, at('text'), 1),
  deleteText: (db, at) => texts.deleteText(db, at('text')),
  deleteUnusedTexts: (db) => texts.deleteUnusedTexts(db, { days: 4_000, limit: 10 }),
  sumTextBytes: mayReadMore('once an hour, for the storage quota: the texts of one organization', (db, at) =>
    texts.sumTextBytes(db, at('org')),
  ),
  notifyPeople: (db) => texts.notifyPeople(db, ['{}']),
};

export const draftsSamples: Readonly<Record<string, Samples>> = {
  'modules/publishing/drafts/file-store.ts': fileSamples,
  'modules/publishing/drafts/revision-store.ts': revisionSamples,
  'modules/publishing/drafts/store.ts': draftSamples,
  'modules/publishing/shared-texts/store.ts': textSamples,
};
