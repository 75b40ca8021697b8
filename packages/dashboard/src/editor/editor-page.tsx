import type { Draft, DraftFileList, Project } from '@docwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { readStored, writeStored } from '../browser/stored-text.ts';
import { projectQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { PageHeader } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { BranchField } from './branch-field.tsx';
import { DocsFiles } from './docs-files.tsx';
import { findHome, hasForm, isPage, isSiteConfig, listDocsFiles } from './docs-tree.ts';
import type { EditorDialog } from './editor-dialog.ts';
import styles from './editor.module.css';
import type { SaveOpenFile, ShownComments } from './file-props.ts';
import { FileView } from './file-view.tsx';
import { commentsKey, draftFilesQuery, draftQuery, openCountsQuery, type DraftIds } from './queries.ts';
import { nobody, type People } from './shared-text/people.ts';
import { UnsentTexts } from './unsent-texts.tsx';
import { useKeptTexts } from './use-kept-texts.ts';

const EditorDialogs = lazy(() => import('./editor-dialogs.tsx'));
const ChangesView = lazy(() => import('./changes-view.tsx'));
const PeopleHere = lazy(() => import('./shared-text/people-here.tsx'));
const HistoryView = lazy(() => import('./history-view.tsx'));

const route = getRouteApi('/signed-in/projects/$projectId/editor/$branch/$');

/** Narrower windows show the text or the preview, not both. */
const SPLIT_PX = 1200;

export default function EditorPage(): ReactElement {
  const { projectId, branch, _splat: path = '' } = route.useParams();
  const client = useClient();
  const project = useQuery(projectQuery(client, projectId));
  const ids = { projectId, branch };
  const draft = useQuery(draftQuery(client, ids));
  const files = useQuery(draftFilesQuery(client, ids));
  return (
    <Loaded query={project} title="Editor">
      {(found) => (
        <Loaded query={draft} title="Editor" lines={8}>
          {(known) => (
            <Loaded query={files} title="Editor" lines={8}>
              {(list) => (
                <Editor key={`${projectId} ${branch}`} project={found} draft={known} list={list} path={path} />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface EditorProps {
  readonly project: Project;
  readonly draft: Draft;
  readonly list: DraftFileList;
  readonly path: string;
}

function Editor({ project, draft, list, path }: EditorProps): ReactElement {
  const { projectId, branch } = draft;
  const ids: DraftIds = useMemo(() => ({ projectId, branch }), [projectId, branch]);
  const { view, line, revision, at } = route.useSearch();
  const files = useMemo(() => listDocsFiles(list.files, draft.changes), [list, draft.changes]);
  const [dialog, setDialog] = useState<EditorDialog>();
  const { unsent, send } = useKeptTexts(ids, path, useCan('content:write'));
  const [here, setHere] = useState(nobody);
  const flush = useRef<SaveOpenFile>(undefined);
  const onFlush = useCallback((next: SaveOpenFile | undefined) => {
    flush.current = next;
  }, []);
  // Dialogs change the draft on the server, which must have the newest text. Only complete drafts are published.
  const saveAndOpen = async (next: EditorDialog): Promise<void> => {
    const reason = await flush.current?.();
    if (next.kind !== 'publish') return setDialog(next);
    const texts = [...(reason === undefined ? [] : [{ path, reason }]), ...(await send())];
    setDialog(texts.length === 0 ? next : { kind: 'unsent', texts });
  };
  const open = (next: EditorDialog): void => void saveAndOpen(next);
  const shownComments = useShownComments(ids);
  const counts = useQuery(openCountsQuery(useClient(), ids)).data;
  const home = findHome(files);
  if (path === '' && view !== 'changes' && home !== undefined) {
    const params = { projectId, branch, _splat: home };
    return <Navigate to="/projects/$projectId/editor/$branch/$" params={params} replace />;
  }
  const shown = view ?? defaultView(path);
  return (
    <div data-wide="">
      <EditorHeader
        {...{ project, draft, path, here }}
        view={shown}
        openComments={sumOf(counts)}
        comments={shownComments}
        onDialog={open}
      />
      {unsent.length > 0 && (
        <Notice tone="warn" title="Some text isn’t saved" isLive>
          <UnsentTexts ids={ids} texts={unsent} />
        </Notice>
      )}
      <div className={styles['editor']}>
        <details className={styles['side']} open={innerWidth >= 900}>
          <summary>Files</summary>
          <DocsFiles {...{ ids, files, here }} current={path} comments={counts} />
        </details>
        <div className={styles['content']}>
          {shown === 'changes' ? (
            <Suspense fallback={<Skeleton lines={8} />}>
              <ChangesView ids={ids} draftVersion={draft.version} />
            </Suspense>
          ) : path === '' ? (
            <EmptyState icon="file" title="No pages yet">
              Create the first page of the documentation with New page.
            </EmptyState>
          ) : shown === 'history' ? (
            <Suspense fallback={<Skeleton lines={8} />}>
              <HistoryView key={path} ids={{ ...ids, path }} draftVersion={draft.version} {...{ revision, at }} />
            </Suspense>
          ) : (
            <FileView
              key={path}
              ids={{ ...ids, path }}
              mode={shown}
              {...{ draft, files, line, onFlush }}
              comments={shownComments}
              onPeople={setHere}
              onDialog={open}
            />
          )}
        </div>
      </div>
      {dialog !== undefined && (
        <Suspense>
          <EditorDialogs dialog={dialog} {...{ draft, files, path }} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether the comments are shown next to the text, according to the address. */
function useShownComments(ids: DraftIds): ShownComments {
  const { comments, thread } = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  return {
    isOpen: comments === 'open',
    threadId: thread,
    onShow: ({ isOpen, threadId }) => {
      // Comments written since the last poll are also shown.
      if (isOpen && comments !== 'open') void queryClient.invalidateQueries({ queryKey: commentsKey(ids) });
      void navigate({
        search: (before) => ({
          ...before,
          comments: isOpen ? 'open' : undefined,
          thread: isOpen ? threadId : undefined,
        }),
        replace: true,
        resetScroll: false,
      });
    },
  };
}

const sumOf = (counts: ReadonlyMap<string, number> | undefined): number =>
  [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);

/** The storage key for whether the author last edited a page in visual mode or as text. */
const modeKey = 'docwright.editor-mode';

function rememberMode(view: View): void {
  if (view === 'visual') writeStored(modeKey, 'visual');
  else if (view === 'source' || view === 'split') writeStored(modeKey, undefined);
}

function defaultView(path: string): View {
  if (isSiteConfig(path)) return 'form';
  if (!isPage(path)) return 'source';
  if (readStored(modeKey) === 'visual') return 'visual';
  return innerWidth >= SPLIT_PX ? 'split' : 'source';
}

type View = NonNullable<ReturnType<typeof route.useSearch>['view']>;

interface EditorHeaderProps extends Omit<EditorProps, 'list'> {
  readonly view: View;
  /** Number of open threads on the branch. */
  readonly openComments: number;
  readonly comments: ShownComments;
  readonly here: People;
  readonly onDialog: (dialog: EditorDialog) => void;
}

/** Returns a file's views. */
function listViews(path: string, changes: number): { value: View; label: string }[] {
  return [
    { value: 'source', label: 'Text' },
    ...(isPage(path) ? ([{ value: 'visual', label: 'Visual' }] as const) : []),
    ...(hasForm(path) ? ([{ value: 'form', label: isPage(path) ? 'Settings' : 'Navigation' }] as const) : []),
    ...(isPage(path)
      ? ([
          { value: 'split', label: 'Both' },
          { value: 'preview', label: 'Preview' },
        ] as const)
      : []),
    ...(path === '' ? [] : ([{ value: 'history', label: 'History' }] as const)),
    { value: 'changes', label: changes === 0 ? 'Changes' : `Changes (${changes})` },
  ];
}

function EditorHeader({
  project,
  draft,
  path,
  view,
  openComments,
  comments,
  here,
  onDialog,
}: EditorHeaderProps): ReactElement {
  const navigate = route.useNavigate();
  const canWrite = useCan('content:write');
  const count = draft.changes.length;
  return (
    <PageHeader
      title="Editor"
      parent={{ label: project.name, link: { to: '/projects/$projectId', params: { projectId: project.id } } }}
      meta={
        <>
          <BranchField project={project} branch={draft.branch} onOther={() => onDialog({ kind: 'branch' })} />
          <span>{count === 0 ? 'No changes' : formatCount(count, 'changed file')}</span>
          {here.people.length > 0 && (
            <Suspense>
              <PeopleHere ids={{ projectId: project.id, branch: draft.branch }} here={here} />
            </Suspense>
          )}
          {draft.authors.length > 0 && <span>Last change by {draft.authors[0]?.name}</span>}
        </>
      }
      actions={
        <>
          <Segmented
            label="View"
            value={view}
            choices={listViews(path, count)}
            onChange={(next) => {
              rememberMode(next);
              void navigate({
                search: (before) => ({ view: next, comments: before.comments, thread: before.thread }),
                replace: true,
                resetScroll: false,
              });
            }}
          />
          {path !== '' && view !== 'changes' && view !== 'history' && (
            <Button
              icon="comment"
              aria-pressed={comments.isOpen}
              onClick={() => comments.onShow({ isOpen: !comments.isOpen })}
            >
              {openComments === 0 ? 'Comments' : `Comments (${openComments})`}
            </Button>
          )}
          {canWrite && (
            <Button icon="plus" onClick={() => onDialog({ kind: 'new' })}>
              New page
            </Button>
          )}
          {canWrite && count > 0 && <Button onClick={() => onDialog({ kind: 'discardAll' })}>Discard all</Button>}
          {draft.actions.length > 0 && (
            <Button kind="primary" disabled={count === 0} onClick={() => onDialog({ kind: 'publish' })}>
              Publish
            </Button>
          )}
        </>
      }
    />
  );
}
