import type { Draft, DraftFile, SavedDraftFile } from '@docwright/sdk';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCan } from '../accounts/me.ts';
import { useApi, useClient, useStore } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { createAutosave, type SavedText, type SaveState } from './create-autosave.ts';
import { judgeFailedSave } from './judge-failed-save.ts';
import { readKept, writeKept } from './kept-text.ts';
import { mergeTexts } from './merge-texts.ts';
import { lockOpenFile } from './open-file-lock.ts';
import { shareAutosave, type SharedAutosave } from './share-autosave.ts';
import { draftFileQuery, draftKey, draftQuery, type FileIds } from './queries.ts';
import type { SourceEditor } from './source/create-source-editor.ts';
import { readFormat, toContent, toEditedText, type TextFormat } from '@docwright/doc-agent/text-format';

const RELOAD_AFTER_MS = 5000;

/** Another author's version of the file. */
export interface OtherVersion {
  readonly content: string | null;
  readonly version: string | null;
}

export interface FileSession {
  readonly autosave: SharedAutosave;
  readonly state: SaveState;
  readonly format: TextFormat;
  /** The initial text. A new revision needs a new editor, because the file's line endings have changed. */
  readonly firstText: string;
  readonly revision: number;
  /** The version that someone else saved, if it can't be combined with the author's text. */
  readonly other: OtherVersion | undefined;
  /** The whole file, with the author's edits. */
  content(): string;
  edit(read: () => string): void;
  attach(editor: SourceEditor | undefined): void;
  /** Replaces the text and saves it. */
  setContent(content: string): void;
  /** Replaces the text with the result of a form. It is saved like typed text. */
  change(content: string): void;
  /** Resolves a conflict: the author's text replaces the other version, or is replaced by it. */
  choose(side: 'mine' | 'theirs'): void;
}

/**
 * Connects a file's text with the draft. A session begins with the loaded file.
 *
 * @param onReplace called when the text is replaced other than by typing
 */
export function useFileSession(
  ids: FileIds,
  file: DraftFile,
  draft: Draft | undefined,
  onReplace: (content: string) => void,
): FileSession {
  const client = useClient();
  const { baseUrl, organizationId } = useApi();
  const isReadOnly = !useCan('content:write');
  const queryClient = useQueryClient();
  const [other, setOther] = useState<OtherVersion>();
  const editor = useRef<SourceEditor>(undefined);
  const [session] = useState(() =>
    startSession(ids, file, { client, queryClient, baseUrl, organizationId: organizationId(), isReadOnly }),
  );
  const { autosave } = session;
  const [shown, setShown] = useState(() => toShown(session.unsaved ?? file.content ?? '', 0));
  const { format } = shown;
  const state = useStore(autosave.state);
  const content = (): string => toContent(editor.current?.text() ?? shown.firstText, format);
  const show = (next: string, isTyped = false): void => {
    const { lineEnding, hasByteOrderMark } = readFormat(next);
    const isSame = lineEnding === format.lineEnding && hasByteOrderMark === format.hasByteOrderMark;
    // Until the editor is loaded, changes apply to the text that it starts with.
    if (isSame && editor.current !== undefined) editor.current.setText(toEditedText(next, format), isTyped);
    else setShown(toShown(next, shown.revision + 1));
    onReplace(next);
  };
  const edit = (read: () => string): void => autosave.edit(() => toContent(read(), format));
  const change = (next: string): void => {
    show(next, true);
    autosave.edit(() => next);
  };
  const setContent = (next: string): void => {
    show(next);
    autosave.edit(() => next);
    void autosave.flush();
  };

  useSaving(ids, session);

  useOtherVersion(ids, state.kind === 'conflict', (theirs) => {
    const merged =
      theirs.content === null ? undefined : mergeTexts(autosave.saved().content, content(), theirs.content);
    if (theirs.content === null || merged === undefined) return setOther(theirs);
    autosave.adopt({ content: theirs.content, version: theirs.version });
    setContent(merged);
  });

  useFollowedFile(ids, draft, { session, onChange: (next) => show(next) });

  return {
    autosave,
    state,
    format,
    firstText: shown.firstText,
    revision: shown.revision,
    other: state.kind === 'conflict' ? other : undefined,
    content,
    edit,
    attach: (next) => {
      editor.current = next;
      autosave.attach(next, format);
    },
    setContent,
    change,
    choose: (side) => {
      if (other === undefined) return;
      const mine = content();
      autosave.adopt({ content: other.content ?? '', version: other.version });
      setOther(undefined);
      if (side === 'mine') setContent(mine);
      else show(other.content ?? '');
    },
  };
}

/** Saves text from an earlier session, and this session's text when the user leaves the page or is online again. */
function useSaving(ids: FileIds, session: StartedSession): void {
  useEffect(() => {
    const { autosave } = session;
    if (session.unsaved !== undefined) {
      const { unsaved } = session;
      autosave.edit(() => unsaved);
    }
    const keep = (): void => autosave.keep();
    const unlock = lockOpenFile(ids);
    const retry = (): void => void autosave.flush();
    addEventListener('pagehide', keep);
    addEventListener('online', retry);
    return () => {
      removeEventListener('pagehide', keep);
      removeEventListener('online', retry);
      autosave.stop();
      unlock();
    };
    // The file of a session never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session]);
}

interface Shown {
  readonly firstText: string;
  readonly format: TextFormat;
  readonly revision: number;
}

function toShown(content: string, revision: number): Shown {
  const format = readFormat(content);
  return { firstText: toEditedText(content, format), format, revision };
}

interface StartedSession {
  readonly autosave: SharedAutosave;
  /** Text from an earlier session that couldn't be saved. */
  readonly unsaved: string | undefined;
  /** The newest version of the draft that this session has received. */
  draftVersion: number;
}

interface Service {
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly baseUrl: string;
  readonly organizationId: string | undefined;
  readonly isReadOnly: boolean;
}

function startSession(ids: FileIds, file: DraftFile, service: Service): StartedSession {
  const { client, queryClient } = service;
  const current: SavedText = { content: file.content ?? '', version: file.version };
  const kept = readKept(ids);
  const isKept = kept !== undefined && kept.content !== current.content;
  // Text that is based on another version is sent with that version, so that the service reports the conflict.
  const first = isKept && kept.version !== current.version ? { content: '', version: kept.version } : current;
  let { change } = file;
  const note = async (saved: Pick<SavedDraftFile, 'change' | 'draftVersion'>): Promise<void> => {
    const isListed = saved.change === change && saved.draftVersion <= started.draftVersion + 1;
    change = saved.change;
    started.draftVersion = saved.draftVersion;
    await noteSave(queryClient, { ids, saved, isListed, client });
  };
  const share = (own: ReturnType<typeof createAutosave>): SharedAutosave =>
    shareAutosave(own, {
      url: sharedTextUrl(ids, service),
      load: async () => import('./shared-text/connection.ts'),
      store: (text) => writeKept(ids, text),
      isReadOnly: service.isReadOnly,
      isOnline: () => navigator.onLine,
      onSaved: ({ change: saved, draftVersion }) => void note({ change: saved, draftVersion: draftVersion ?? 0 }),
      // The page then shows that the file is deleted.
      onGone: () => void queryClient.invalidateQueries({ queryKey: draftKey(ids) }),
    });
  const started: StartedSession = {
    unsaved: isKept ? kept.content : undefined,
    draftVersion: file.draftVersion,
    autosave: share(
      createAutosave(first, {
        save: async (content, version) => {
          const saved = await client.putDraftFile({ ...ids, content, version });
          await note(saved);
          return saved;
        },
        judge: judgeFailedSave,
        store: (text) => writeKept(ids, text),
        schedule: (run, delayMs) => {
          const timer = setTimeout(run, delayMs);
          return () => clearTimeout(timer);
        },
      }),
    ),
  };
  if (!isKept && kept !== undefined) writeKept(ids, undefined);
  return started;
}

/**
 * Returns the URL of shared text. The organization is a parameter, because browsers send no custom headers with
 * WebSockets.
 */
function sharedTextUrl({ projectId, branch, path }: FileIds, { baseUrl, organizationId }: Service): string {
  const place = `/v1/projects/${encodeURIComponent(projectId)}/drafts/${encodeURIComponent(branch)}/shared-text`;
  const url = new URL(`${baseUrl}${place}`);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('path', path);
  if (organizationId !== undefined) url.searchParams.set('organization', organizationId);
  return url.href;
}

/** Updates the cache after a save. After most saves, only the draft's version has changed, so nothing is reloaded. */
async function noteSave(
  queryClient: QueryClient,
  {
    ids,
    saved,
    isListed,
    client,
  }: {
    readonly ids: FileIds;
    readonly saved: Pick<SavedDraftFile, 'draftVersion'>;
    readonly isListed: boolean;
    readonly client: Client;
  },
): Promise<void> {
  queryClient.setQueryData(draftQuery(client, ids).queryKey, (draft) =>
    draft === undefined ? undefined : { ...draft, version: saved.draftVersion },
  );
  if (isListed) return;
  void queryClient.invalidateQueries({ queryKey: [...draftKey(ids), 'summary'] });
  void queryClient.invalidateQueries({ queryKey: [...draftKey(ids), 'files'] });
}

/**
 * Loads the version that someone else saved. Until it is known, the conflict can't be resolved, so failures are
 * repeated.
 */
function useOtherVersion(ids: FileIds, isConflict: boolean, onLoad: (theirs: OtherVersion) => void): void {
  const client = useClient();
  const [failures, setFailures] = useState(0);
  const latest = useRef(onLoad);
  useEffect(() => {
    latest.current = onLoad;
  });
  useEffect(() => {
    if (!isConflict) return undefined;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    void client.getDraftFile(ids, { signal: abort.signal }).then(
      ({ content, version }) => latest.current({ content, version }),
      () => {
        if (!abort.signal.aborted) timer = setTimeout(() => setFailures((count) => count + 1), RELOAD_AFTER_MS);
      },
    );
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
    // The file of a session never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isConflict, failures]);
}

/**
 * Shows others' saved changes to this file, unless the author has unsaved text: the next save then reports the
 * conflict.
 */
function useFollowedFile(
  ids: FileIds,
  draft: Draft | undefined,
  { session, onChange }: { readonly session: StartedSession; readonly onChange: (content: string) => void },
): void {
  const client = useClient();
  const queryClient = useQueryClient();
  const version = draft?.version;
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    const { autosave } = session;
    if (version === undefined || version === session.draftVersion || autosave.isShared()) return undefined;
    const abort = new AbortController();
    void client.getDraftFile(ids, { signal: abort.signal }).then(
      (file) => {
        session.draftVersion = file.draftVersion;
        // Shared text receives the change through its connection.
        if (autosave.isShared()) return;
        if (file.version === autosave.saved().version || autosave.state.get().kind !== 'saved') return;
        // If someone else deleted the file, it has no text to edit.
        if (file.content === null) {
          queryClient.setQueryData(draftFileQuery(client, ids).queryKey, file);
          return;
        }
        autosave.adopt({ content: file.content, version: file.version });
        change.current(file.content);
      },
      () => undefined,
    );
    return () => abort.abort();
    // The file of a session never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [version, session]);
}
