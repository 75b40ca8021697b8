import type { CommentThread } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { useClient } from '../../api/api-context.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { FileIds } from '../queries.ts';
import type { SourceEditor } from '../source/create-source-editor.ts';
import {
  installMarks,
  scrollToMark,
  showMarks,
  toLines,
  type CommentMark,
  type CommentTarget,
} from './comment-marks.ts';
import styles from './comments.module.css';
import { AskPart, useCanAsk, type StartedAsk } from './ask-part.tsx';
import { useAsk } from './use-ask.ts';
import { NewThreadForm, type NewThread } from './new-thread-form.tsx';
import { threadsQuery } from './queries.ts';
import { CloseButton, ThreadCard } from './thread-card.tsx';

export interface CommentsPartProps {
  readonly ids: FileIds;
  readonly editor: SourceEditor | undefined;
  /** Whether the threads are shown. Highlights are always shown. */
  readonly isOpen: boolean;
  /** The thread to show. */
  readonly threadId: string | undefined;
  readonly onShow: (shown: { readonly isOpen: boolean; readonly threadId?: string }) => void;
  /** Saves the open file. */
  readonly onSave: () => Promise<unknown>;
}

/** The form in the panel: a comment, or a request to the agent. */
type Started = NewThread | StartedAsk;

/** The open file's threads: highlights in its text, and a panel next to the text, or over it in narrow windows. */
export default function CommentsPart(props: CommentsPartProps): ReactElement | null {
  const { ids, editor, isOpen, onShow } = props;
  const open = useQuery(threadsQuery(useClient(), ids, 'open'));
  const [started, setStarted] = useState<Started>();
  const canAsk = useCanAsk();
  const ask = useAsk(ids, props.onSave);
  const [isByKeyboard, setIsByKeyboard] = useState(false);
  const isWide = useIsWide();
  useHighlights(props, { open: open.data, canAsk, onStart: setStarted, onFocus: setIsByKeyboard });
  if (!isOpen) return null;
  const close = (): void => {
    setStarted(undefined);
    onShow({ isOpen: false });
    editor?.focus();
  };
  const agent = canAsk && (
    <AskPart
      path={ids.path}
      ask={ask}
      started={started?.kind === 'ask' ? started : undefined}
      onStart={() => setStarted({ kind: 'ask', quote: undefined })}
      onEnd={() => {
        setStarted(undefined);
        // In narrow windows, the panel covers the text.
        if (isWide) editor?.focus();
      }}
    />
  );
  return (
    <CommentsPanel isWide={isWide} onClose={close}>
      <Threads
        {...props}
        open={open.data}
        error={open.error}
        takesFocus={isByKeyboard}
        started={started?.kind === 'ask' ? undefined : started}
        agent={agent}
        onActivate={(id) => {
          setIsByKeyboard(false);
          if (editor !== undefined) scrollToMark(editor.view, id);
          // In narrow windows, the threads cover the text.
          onShow({ isOpen: isWide, threadId: id });
        }}
        onDone={(id) => {
          setStarted(undefined);
          setIsByKeyboard(true);
          if (id === undefined) editor?.focus();
          else onShow({ isOpen: true, threadId: id });
        }}
      />
    </CommentsPanel>
  );
}

interface HighlightProps {
  readonly open: readonly CommentThread[] | undefined;
  readonly canAsk: boolean;
  readonly onStart: (started: Started) => void;
  /** Whether the user opens a thread by keyboard. */
  readonly onFocus: (isByKeyboard: boolean) => void;
}

/** Highlights the text of open threads in the editor and adds buttons and keys for new threads. */
function useHighlights(
  { editor, isOpen, threadId, onShow }: CommentsPartProps,
  { open, canAsk, onStart, onFocus }: HighlightProps,
): void {
  const host = useRef({ onShow, onStart, onFocus });
  useEffect(() => {
    host.current = { onShow, onStart, onFocus };
  });
  useEffect(() => {
    const view = editor?.view;
    if (view === undefined) return;
    const read = ({ from, to }: CommentTarget) => ({ from, text: view.state.sliceDoc(from, to) });
    const start = (started: Started): void => {
      host.current.onStart(started);
      host.current.onShow({ isOpen: true });
    };
    installMarks(view, {
      onOpen: (id, byKeyboard) => {
        host.current.onFocus(byKeyboard);
        host.current.onShow({ isOpen: true, threadId: id });
      },
      onAsk: canAsk ? (target) => start({ kind: 'ask', quote: target && read(target) }) : undefined,
      onCreate: (target, kind) => start({ kind, quote: read(target), lines: read(toLines(view.state, target)) }),
    });
  }, [editor, canAsk]);
  useEffect(() => {
    if (editor !== undefined) showMarks(editor.view, toMarks(open ?? []), isOpen ? threadId : undefined);
  }, [editor, open, isOpen, threadId]);
  useEffect(() => {
    if (editor !== undefined && threadId !== undefined && open !== undefined) scrollToMark(editor.view, threadId);
    // Later lists don't move the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, threadId, open !== undefined]);
}

interface CommentsPanelProps {
  readonly isWide: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function CommentsPanel({ isWide, onClose, children }: CommentsPanelProps): ReactElement {
  if (!isWide) {
    return (
      <Dialog title="Comments" isOpen onClose={onClose}>
        {children}
      </Dialog>
    );
  }
  return (
    <aside className={styles['panel']} aria-label="Comments">
      <div className={styles['title']}>
        <h3>Comments</h3>
        <CloseButton onClose={onClose} />
      </div>
      {children}
    </aside>
  );
}

const toMarks = (threads: readonly CommentThread[]): readonly CommentMark[] =>
  threads.flatMap(({ id, range, text, replacement }) =>
    range === null || text === null
      ? []
      : [{ id, from: range.from, to: range.to, text, isSuggestion: replacement !== null }],
  );

interface ThreadsProps extends CommentsPartProps {
  readonly open: readonly CommentThread[] | undefined;
  readonly error: Error | null;
  readonly takesFocus: boolean;
  readonly started: NewThread | undefined;
  /** The requests to the agent. */
  readonly agent: ReactNode;
  /** Shows a thread's text. */
  readonly onActivate: (id: string) => void;
  /** The user has finished the form, and may have started a thread with this ID. */
  readonly onDone: (id: string | undefined) => void;
}

function Threads({
  ids,
  open,
  error,
  threadId,
  takesFocus,
  started,
  agent,
  onActivate,
  onSave,
  onDone,
}: ThreadsProps): ReactElement {
  const client = useClient();
  const isOpenThread = open?.some(({ id }) => id === threadId) === true;
  // If the displayed thread is closed, it is no longer among the open threads, which the list still shows.
  const [shownOpen, setShownOpen] = useState<string>();
  if (isOpenThread && shownOpen !== threadId) setShownOpen(threadId);
  const isClosedThread = threadId !== undefined && open !== undefined && !isOpenThread && shownOpen !== threadId;
  const [chosen, setChosen] = useState<'open' | 'closed'>();
  const filter = chosen ?? (isClosedThread ? 'closed' : 'open');
  const closed = useQuery({ ...threadsQuery(client, ids, 'closed'), enabled: filter === 'closed' });
  const threads = filter === 'open' ? open : closed.data;
  return (
    <div className={styles['threads']} data-threads>
      {agent}
      {started !== undefined && (
        <NewThreadForm
          key={`${started.kind} ${started.quote.from}`}
          ids={ids}
          start={started}
          onSave={onSave}
          onCreated={(id) => {
            setChosen('open');
            onDone(id);
          }}
          onCancel={() => onDone(undefined)}
        />
      )}
      <Segmented
        label="Threads"
        value={filter}
        choices={[
          { value: 'open', label: open === undefined || open.length === 0 ? 'Open' : `Open (${open.length})` },
          { value: 'closed', label: 'Closed' },
        ]}
        onChange={setChosen}
      />
      <ErrorNotice error={error ?? closed.error} />
      {threads === undefined ? (
        <Skeleton lines={4} label="Loading the comments" />
      ) : threads.length === 0 ? (
        <p className={styles['empty']}>
          {filter === 'open'
            ? 'No open comments on this file. Select text to comment on it or to suggest a change, or press Ctrl Alt M (⌘ ⌥ M).'
            : 'Resolved comments, and accepted and rejected suggestions, appear here.'}
        </p>
      ) : (
        <ul className={styles['list']}>
          {sortByPlace(threads).map((thread) => (
            <ThreadCard
              key={thread.id}
              thread={thread}
              isActive={thread.id === threadId}
              takesFocus={takesFocus}
              onActivate={() => onActivate(thread.id)}
              onSave={onSave}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Sorts threads in text order, with outdated threads last. */
const sortByPlace = (threads: readonly CommentThread[]): readonly CommentThread[] =>
  threads.toSorted((one, other) => (one.range?.from ?? Infinity) - (other.range?.from ?? Infinity) || 0);

/** The style sheet has the same width. */
const wide = '(min-width: 1100px)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(wide).matches,
  );
}
