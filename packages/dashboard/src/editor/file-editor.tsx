import type { DraftFile } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useClient, useStore } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { createStore } from '../api/store.ts';
import { formatCount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { CommentsPartProps } from './comments/comments-part.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import type { PreviewPaneProps } from './preview-pane.tsx';
import { saveAll } from './create-autosave.ts';
import type { PreviewState } from './create-preview.ts';
import styles from './editor.module.css';
import { hasForm } from './docs-tree.ts';
import { FileActions } from './file-actions.tsx';
import type { FileViewProps } from './file-props.ts';
import { FindingsList } from './findings-list.tsx';
import { FormPane } from './form-pane.tsx';
import { draftKey, type Finding } from './queries.ts';
import { SaveStatus } from './save-status.tsx';
import type { ScrollLink } from './scroll-link.ts';
import { nobody } from './shared-text/people.ts';
import type { SourceEditor } from './source/create-source-editor.ts';
import { useFileSession, type FileSession } from './use-file-session.ts';
import { useFindings } from './use-findings.ts';
import { useIsOnline } from './use-is-online.ts';
import { useLiveText, type LiveText } from './use-live-text.ts';
import { usePreview } from './use-preview.ts';
import { useVisual, type Visual } from './use-visual.ts';

/** Loaded on demand, because the text is the largest part of the editor. */
const CommentsPart = lazy(() => import('./comments/comments-part.tsx'));
const LibraryDialog = lazy(() => import('./library-dialog.tsx'));
const MediaDialog = lazy(() => import('./media-dialog.tsx'));
const PreviewPane = lazy(() => import('./preview-pane.tsx'));
const PropertiesDialog = lazy(() => import('./visual/properties-dialog.tsx'));
const VisualToolbar = lazy(() => import('./visual/visual-toolbar.tsx'));
const SourceEditorView = lazy(() => import('./source/source-editor.tsx'));

export interface FileEditorProps extends FileViewProps {
  readonly file: DraftFile;
  readonly isReadOnly: boolean;
}

export default function FileEditor(props: FileEditorProps): ReactElement {
  const { ids, draft, file, files, mode, line, comments, isReadOnly, onFlush, onPeople } = props;
  const preview = usePreview(ids);
  const isPreviewed = mode === 'split' || mode === 'preview';
  const live = useLiveText(file.content ?? '');
  const session = useFileSession(ids, file, draft, (content) => {
    live.set(content);
    if (isPreviewed) preview?.request(() => content);
  });
  const { autosave } = session;
  const isVisual = mode === 'visual' && session.firstText.length <= LARGEST_VISUAL;
  const render = () => preview?.request(autosave.state.get().kind === 'saved' ? undefined : () => session.content());
  const problems = useStore(preview?.state ?? noPreview).latest?.problems;
  const { findings, isCurrent, diagnostics } = useDiagnostics(ids, draft, problems);
  const [media, setMedia] = useState<readonly File[]>([]);
  const editor = useRef<SourceEditor>(undefined);
  const [shownEditor, setShownEditor] = useState<SourceEditor>();
  const visual = useVisual(ids, files);
  const [scroll] = useState<ScrollLink>(() => ({
    scrollText: (ratio) => editor.current?.scrollTo(ratio),
    onTextScroll: undefined,
  }));
  const jump = () => {
    if (line !== undefined) editor.current?.jumpTo(line, null);
  };
  useEffect(jump, [line]);
  useFirstRender(isPreviewed, render);
  useReports(autosave, { onFlush, onPeople });
  return (
    <div className={styles['fileView']}>
      <FileBar session={session} {...props} />
      {isReadOnly && <ReadOnly />}
      {mode === 'visual' && !isVisual && <TooLarge />}
      <div className={styles['withComments']} data-open={comments.isOpen || undefined}>
        <div className={styles['panes']} data-mode={preview === undefined && isPreviewed ? 'source' : mode}>
          <TextPane visual={visual} isVisual={isVisual} isReadOnly={isReadOnly} editor={() => editor.current}>
            <Suspense fallback={<Skeleton lines={12} label="Loading the editor" />}>
              <SourceEditorView
                key={session.revision}
                path={ids.path}
                text={session.firstText}
                format={session.format}
                isReadOnly={isReadOnly}
                listPaths={() => files.filter((each) => each.change !== 'deleted').map(({ path }) => path)}
                diagnostics={diagnostics}
                isVisual={isVisual}
                visual={visual.host}
                onEdit={(read) => {
                  session.edit(read);
                  if (mode === 'form') live.follow(() => session.content());
                  if (isPreviewed) preview?.request(() => session.content());
                }}
                onFiles={setMedia}
                onScroll={(ratio) => scroll.onTextScroll?.(ratio)}
                onReady={(next) => {
                  editor.current = next;
                  setShownEditor(next);
                  session.attach(next);
                  jump();
                }}
              />
            </Suspense>
          </TextPane>
          {mode === 'form' && hasForm(ids.path) && (
            <FileForm {...props} {...{ session, live }} onJump={(at) => editor.current?.jumpTo(at, null)} />
          )}
          <Conflict session={session} {...props} />
          {preview !== undefined && isPreviewed && (
            <PreviewPart preview={preview} title={ids.path} scroll={scroll} onRetry={render} />
          )}
        </div>
        <Comments ids={ids} editor={shownEditor} {...comments} onSave={() => saveAll(autosave)} />
      </div>
      <Findings ids={ids} findings={findings} isCurrent={isCurrent} />
      <VisualParts visual={visual} editor={() => editor.current} onFiles={setMedia} />
      <Media ids={ids} files={media} onInsert={(markdown) => editor.current?.insert(markdown)} onChange={setMedia} />
    </div>
  );
}

const Comments = (props: CommentsPartProps): ReactElement => (
  <Suspense>
    <CommentsPart {...props} />
  </Suspense>
);

const ReadOnly = (): ReactElement => (
  <Notice>
    Select text to comment on it or to suggest a change. To change the file yourself, you need the Editor role.
  </Notice>
);

const PreviewPart = (props: PreviewPaneProps): ReactElement => (
  <Suspense fallback={<Skeleton lines={12} label="Loading the preview" />}>
    <PreviewPane {...props} />
  </Suspense>
);

/** Returns the draft's findings, and the open file's findings with its preview's problems. */
function useDiagnostics(
  ids: FileEditorProps['ids'],
  { version }: FileEditorProps['draft'],
  problems: NonNullable<PreviewState['latest']>['problems'] | undefined,
) {
  const { findings, isCurrent } = useFindings(ids, version);
  const diagnostics = useMemo(() => {
    const own = findings.filter(({ path }) => path === ids.path);
    return [...own, ...(problems ?? []).map((each) => ({ ...each, severity: 'error' as const }))];
  }, [findings, problems, ids.path]);
  return { findings, isCurrent, diagnostics };
}

/** Renders the first preview; every later change to the text requests its own. */
function useFirstRender(isPreviewed: boolean, render: () => void): void {
  useEffect(() => {
    if (isPreviewed) render();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isPreviewed]);
}

/** Lets the page save the open file, for example before it is published. */
function useFlush(autosave: FileSession['autosave'], onFlush: FileEditorProps['onFlush']): void {
  useEffect(() => {
    onFlush(() => saveAll(autosave));
    return () => onFlush(undefined);
  }, [autosave, onFlush]);
}

/** Reports the people in the draft to the page, which lists them. */
function usePeople(store: FileSession['autosave']['people'], onPeople: FileEditorProps['onPeople']): void {
  useEffect(() => {
    const unsubscribe = store.subscribe(() => onPeople(store.get()));
    return () => {
      unsubscribe();
      onPeople(nobody);
    };
  }, [store, onPeople]);
}

function useReports(
  autosave: FileSession['autosave'],
  { onFlush, onPeople }: Pick<FileEditorProps, 'onFlush' | 'onPeople'>,
): void {
  useFlush(autosave, onFlush);
  usePeople(autosave.people, onPeople);
}

const noPreview = createStore<PreviewState>({ url: undefined, latest: undefined, error: undefined });

/** Narrower windows show the form or the text, not both. The style sheet has the same width. */
const FORM_AND_TEXT_PX = 1100;

interface FileFormProps extends FileEditorProps {
  readonly session: FileSession;
  readonly live: LiveText;
  readonly onJump: (line: number) => void;
}

/** The form of the file next to its text. */
function FileForm({ session, live, onJump, ...props }: FileFormProps): ReactElement {
  const { ids, files, isReadOnly, onDialog } = props;
  const navigate = useNavigate();
  useEffect(() => {
    live.set(session.content());
    // Later changes arrive through `live.follow`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [live]);
  const jump = (line: number): void => {
    if (innerWidth >= FORM_AND_TEXT_PX) onJump(line);
    else void navigate({ to: '.', search: { view: 'source', line }, replace: true });
  };
  const edit = (change: (content: string) => string): void => {
    const before = session.content();
    const after = change(before);
    if (after !== before) session.change(after);
  };
  return (
    <FormPane
      path={ids.path}
      store={live.store}
      {...{ ids, files, isReadOnly, onDialog }}
      onEdit={edit}
      onJump={jump}
    />
  );
}

/** Longer text is edited as source, because visual mode reads the whole page after each change. */
const LARGEST_VISUAL = 500_000;

const TooLarge = (): ReactElement => (
  <Notice title="This page is too large for visual mode">It is shown as text. You can edit it as usual.</Notice>
);

interface TextPaneProps {
  readonly visual: Visual;
  readonly isVisual: boolean;
  readonly isReadOnly: boolean;
  readonly editor: () => SourceEditor | undefined;
  readonly children: ReactNode;
}

/** The text, with its toolbar in visual mode. */
function TextPane({ visual, isVisual, isReadOnly, editor, children }: TextPaneProps): ReactElement {
  return (
    <div className={styles['source']} data-visual={isVisual || undefined}>
      {isVisual && (
        <Suspense fallback={<div />}>
          {isReadOnly ? <div /> : <VisualToolbar place={visual.place} onRun={(command) => editor()?.run(command)} />}
        </Suspense>
      )}
      {children}
    </div>
  );
}

interface VisualPartsProps {
  readonly visual: Visual;
  readonly editor: () => SourceEditor | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The form for a component's props, and the dialogs for images. */
function VisualParts({ visual, editor, onFiles }: VisualPartsProps): ReactElement {
  const { host, target, closeTarget, fileInput, library, closeLibrary } = visual;
  return (
    <>
      <input
        ref={fileInput}
        type="file"
        accept="image/*,video/*"
        hidden
        onChange={({ target: input }) => {
          onFiles([...(input.files ?? [])]);
          input.value = '';
        }}
      />
      {library !== undefined && (
        <Suspense>
          <LibraryDialog
            files={library}
            loadImage={host.loadImage}
            onUpload={() => {
              closeLibrary();
              fileInput.current?.click();
            }}
            onInsert={(markdown) => editor()?.insert(markdown)}
            onClose={() => {
              closeLibrary();
              editor()?.focus();
            }}
          />
        </Suspense>
      )}
      {target !== undefined && (
        <Suspense>
          <PropertiesDialog
            target={target}
            onSave={(tag) => editor()?.replaceTag(target, tag) ?? false}
            onClose={() => {
              closeTarget();
              editor()?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface MediaProps {
  readonly ids: FileEditorProps['ids'];
  readonly files: readonly File[];
  readonly onInsert: (markdown: string) => void;
  readonly onChange: (files: readonly File[]) => void;
}

/** A dialog for each dropped or pasted file, one after the other. */
function Media({ ids, files, onInsert, onChange }: MediaProps): ReactElement | null {
  const [file, ...rest] = files;
  if (file === undefined) return null;
  return (
    <Suspense>
      <MediaDialog
        key={`${files.length} ${file.name}`}
        ids={ids}
        file={file}
        onInsert={onInsert}
        onClose={() => onChange(rest)}
      />
    </Suspense>
  );
}

/** The file's path, its save state, and its menu. */
function FileBar({
  session,
  ids,
  draft,
  isReadOnly,
  onDialog,
}: FileEditorProps & { readonly session: FileSession }): ReactElement {
  const isOnline = useIsOnline();
  const change = draft.changes.find(({ path }) => path === ids.path)?.change ?? null;
  return (
    <div className={styles['fileBar']}>
      <h2 className={styles['path']}>{ids.path}</h2>
      {!isReadOnly && (
        <>
          <SaveStatus state={session.state} isOnline={isOnline} />
          <FileActions path={ids.path} version={session.autosave.saved().version} change={change} onDialog={onDialog} />
        </>
      )}
    </div>
  );
}

/** The version that someone else saved at the same time, or a commit on the branch that changed the same lines. */
function Conflict({ session, ids, file }: FileEditorProps & { readonly session: FileSession }): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const { autosave, other } = session;
  const resolve = useMutation({
    mutationFn: async (side: 'mine' | 'theirs') => {
      await autosave.flush();
      const keep = side === 'mine' ? 'draft' : 'branch';
      const { projectId, branch, path } = ids;
      return client.resolveDraftConflict({ projectId, branch, file: path, keep, version: autosave.saved().version });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: draftKey(ids) }),
  });
  if (other !== undefined) {
    return (
      <ConflictPanel
        title="Someone else saved this file"
        text="Your text isn’t saved yet. To combine both versions, edit your text, then keep it."
        theirs={other.content}
        mine={session.content()}
        onChoose={(side) => session.choose(side)}
      />
    );
  }
  if (file.conflict === null) return null;
  const { commit, theirs, markers } = file.conflict;
  return (
    <>
      <ConflictPanel
        title="The branch changed the same lines"
        text={`Commit ${commit.slice(0, 7)} on the branch conflicts with the draft. To combine both versions, edit your text, then keep it.`}
        theirs={theirs?.encoding === 'base64' ? 'The other version isn’t text.' : (theirs?.content ?? null)}
        mine={session.content()}
        isBusy={resolve.isPending}
        onChoose={(side) => resolve.mutate(side)}
        onCombine={markers === null ? undefined : () => session.setContent(markers)}
      />
      <ErrorNotice error={resolve.error} />
    </>
  );
}

interface FindingsProps {
  readonly ids: FileEditorProps['ids'];
  readonly findings: readonly Finding[];
  readonly isCurrent: boolean;
}

function Findings({ ids, findings, isCurrent }: FindingsProps): ReactElement {
  const count = findings.length === 0 ? 'No findings' : formatCount(findings.length, 'finding');
  return (
    <details className={styles['findingsBox']}>
      <summary>{isCurrent ? count : `${count}, checking…`}</summary>
      {findings.length === 0 ? (
        <p className={styles['soft']}>Broken links and other problems of the draft appear here.</p>
      ) : (
        <FindingsList ids={ids} findings={findings} label="Findings in the draft" />
      )}
    </details>
  );
}
