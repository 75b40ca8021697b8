import type { Comment, CommentThread } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { useCan, useMe } from '../../accounts/me.ts';
import { useClient } from '../../api/api-context.ts';
import type { Client } from '../../api/create-api.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { commentsKey, draftKey } from '../queries.ts';
import { CommentText } from './comment-text.tsx';
import styles from './comments.module.css';
import { MentionField, type Written } from './mention-field.tsx';
import { SuggestionDiff } from './suggestion-diff.tsx';

export interface ThreadCardProps {
  readonly thread: CommentThread;
  readonly isActive: boolean;
  /** Whether the card gets the focus when it becomes active. */
  readonly takesFocus: boolean;
  readonly onActivate: () => void;
  /** Saves the open file, which a suggestion changes. */
  readonly onSave: () => Promise<unknown>;
}

/** One thread: its text, its suggestion, and its comments. */
export function ThreadCard({ thread, isActive, takesFocus, onActivate, onSave }: ThreadCardProps): ReactElement {
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isActive) return;
    if (card.current === null) return;
    showCard(card.current);
    if (takesFocus) card.current.focus({ preventScroll: true });
  }, [isActive, takesFocus]);
  // The button that closes a thread has the focus and is removed from the list together with the thread.
  useLayoutEffect(() => {
    const left = card.current;
    return () => {
      if (left?.contains(document.activeElement) === true)
        left.closest('[data-threads]')?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    };
  }, []);
  const [first, ...replies] = thread.comments;
  const isSuggestion = thread.replacement !== null;
  return (
    <li
      ref={card}
      className={styles['card']}
      data-active={isActive || undefined}
      data-state={thread.state}
      data-suggestion={isSuggestion || undefined}
      tabIndex={-1}
      aria-label={`${isSuggestion ? 'Suggestion' : 'Comment'} by ${first?.author.name ?? ''}`}
    >
      <QuoteButton thread={thread} onActivate={onActivate} />
      {first && <CommentView thread={thread} comment={first} />}
      {isSuggestion && <Suggestion thread={thread} />}
      {replies.map((comment) => (
        <CommentView key={comment.id} thread={thread} comment={comment} />
      ))}
      {thread.closedBy !== null && thread.closedAt !== null && (
        <p className={styles['soft']}>
          {closedWords[thread.state]} by {thread.closedBy.name} <Time at={thread.closedAt} />
          {thread.reason !== '' && `: ${thread.reason}`}
        </p>
      )}
      <ThreadActions thread={thread} onSave={onSave} />
    </li>
  );
}

/** Scrolls the panel, not the page. */
function showCard(card: HTMLElement): void {
  const panel = card.closest('aside');
  if (panel === null) return card.scrollIntoView({ block: 'nearest' });
  const isAbove = card.offsetTop < panel.scrollTop;
  const isBelow = card.offsetTop + card.offsetHeight > panel.scrollTop + panel.clientHeight;
  if (isAbove || isBelow) panel.scrollTo({ top: card.offsetTop - 12 });
}

const closedWords = { open: '', resolved: 'Resolved', accepted: 'Accepted', rejected: 'Rejected' } as const;

/** A button that shows the thread's text in the editor. */
function QuoteButton({ thread, onActivate }: Pick<ThreadCardProps, 'thread' | 'onActivate'>): ReactElement {
  const isOutdated = thread.range === null;
  return (
    <div className={styles['head']}>
      <button type="button" className={styles['quote']} onClick={onActivate} disabled={isOutdated}>
        <span className="visually-hidden">Show the text: </span>
        {thread.quote.trim()}
      </button>
      {isOutdated && <Badge tone="warn">Outdated</Badge>}
      <CopyButton text={linkOf(thread)} what="link to the thread" />
    </div>
  );
}

const linkOf = ({ projectId, id }: CommentThread): string =>
  `${location.origin}/dashboard/projects/${encodeURIComponent(projectId)}/comments/${encodeURIComponent(id)}`;

/** The suggested text next to the current text. */
function Suggestion({ thread: { quote, text, replacement, state } }: Pick<ThreadCardProps, 'thread'>): ReactElement {
  const hasChanged = state === 'open' && text !== quote;
  return (
    <>
      {hasChanged && (
        <Notice tone="warn" title="The text has changed since">
          {text === null
            ? 'It is no longer in the file, so the suggestion can’t be accepted.'
            : 'The suggestion can’t be accepted. Edit the text yourself, or reject the suggestion.'}
        </Notice>
      )}
      {hasChanged && text !== null && (
        <div>
          <p className={styles['label']}>Current text</p>
          <SuggestionDiff quote={quote} replacement={text} />
          <p className={styles['label']}>Suggestion</p>
        </div>
      )}
      <SuggestionDiff quote={quote} replacement={replacement ?? ''} />
    </>
  );
}

/** Sends a change to a thread, then reloads the branch's threads. */
function useThreadChange<T = void>(
  thread: CommentThread,
  send: (client: Client, ids: ThreadIds, input: T) => Promise<unknown>,
) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { projectId, branch, id: threadId } = thread;
  return useMutation({
    mutationFn: (input: T) => send(client, { projectId, threadId }, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: commentsKey({ projectId, branch }) }),
  });
}

interface ThreadIds {
  readonly projectId: string;
  readonly threadId: string;
}

function CommentView({
  thread,
  comment,
}: Pick<ThreadCardProps, 'thread'> & { readonly comment: Comment }): ReactElement {
  const me = useMe();
  const [isEdited, setIsEdited] = useState(false);
  const remove = useThreadChange(thread, (client, ids) => client.deleteComment({ ...ids, commentId: comment.id }));
  const isOwn = comment.author.kind === 'user' && comment.author.id === me.user?.id && !comment.isDeleted;
  return (
    <div className={styles['comment']}>
      <div className={styles['byline']}>
        <strong>{comment.author.name}</strong>
        {comment.requestedBy !== null && <span className={styles['soft']}>for {comment.requestedBy.name}</span>}
        <span className={styles['soft']}>
          <Time at={comment.createdAt} />
          {comment.editedAt !== null && ', edited'}
        </span>
        {isOwn && !isEdited && (
          <span className={styles['own']}>
            {comment.text !== '' && (
              <Button isSmall kind="quiet" onClick={() => setIsEdited(true)}>
                Edit
              </Button>
            )}
            <Button isSmall kind="quiet" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          </span>
        )}
      </div>
      {isEdited ? (
        <EditForm thread={thread} comment={comment} onClose={() => setIsEdited(false)} />
      ) : comment.isDeleted ? (
        <p className={styles['soft']}>This comment was deleted.</p>
      ) : (
        comment.text !== '' && <CommentText text={comment.text} mentions={comment.mentions} />
      )}
      <ErrorNotice error={remove.error} />
    </div>
  );
}

interface EditFormProps {
  readonly thread: CommentThread;
  readonly comment: Comment;
  readonly onClose: () => void;
}

function EditForm({ thread, comment, onClose }: EditFormProps): ReactElement {
  const [written, setWritten] = useState<Written>({
    text: comment.text,
    mentions: comment.mentions.map(({ id }) => id),
  });
  const save = useThreadChange(thread, (client, ids) =>
    client
      .updateComment({ ...ids, commentId: comment.id, text: written.text, mentions: [...written.mentions] })
      .then(onClose),
  );
  const submit = (): void => {
    if (written.text.trim() !== '') save.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <MentionField
        label="Comment"
        value={written.text}
        mentioned={comment.mentions}
        onChange={setWritten}
        onSubmit={submit}
        onCancel={onClose}
      />
      <ErrorNotice error={save.error} />
      <div className={styles['actions']}>
        <Button isSmall type="submit" kind="primary" isBusy={save.isPending}>
          Save
        </Button>
        <Button isSmall onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function ThreadActions({ thread, onSave }: Pick<ThreadCardProps, 'thread' | 'onSave'>): ReactElement {
  const canWrite = useCan('content:write');
  const me = useMe();
  const queryClient = useQueryClient();
  const [form, setForm] = useState<'reply' | 'reject'>();
  const accept = useThreadChange(thread, async (client, ids) => {
    await onSave();
    await client.acceptSuggestedChange(ids);
    // Accepting changes both the text and the list of changed files.
    await queryClient.invalidateQueries({ queryKey: draftKey(thread) });
  });
  const resolve = useThreadChange(thread, (client, ids) => client.resolveCommentThread(ids));
  const reopen = useThreadChange(thread, (client, ids) => client.reopenCommentThread(ids));
  const [first] = thread.comments;
  const author = first?.requestedBy ?? first?.author;
  const mayClose = canWrite || (author?.kind === 'user' && author.id === me.user?.id);
  const isSuggestion = thread.replacement !== null;
  const close = (): void => setForm(undefined);
  if (form === 'reply') return <ReplyForm thread={thread} onClose={close} />;
  if (form === 'reject') return <RejectForm thread={thread} isOwn={!canWrite} onClose={close} />;
  return (
    <>
      <ErrorNotice error={accept.error ?? resolve.error ?? reopen.error} />
      <div className={styles['actions']}>
        {thread.state === 'open' && isSuggestion && canWrite && (
          <Button
            isSmall
            kind="primary"
            icon="check"
            disabled={thread.text !== thread.quote}
            isBusy={accept.isPending}
            onClick={() => accept.mutate()}
          >
            Accept
          </Button>
        )}
        {thread.state === 'open' && isSuggestion && mayClose && (
          <Button isSmall onClick={() => setForm('reject')}>
            {canWrite ? 'Reject' : 'Withdraw'}
          </Button>
        )}
        <Button isSmall onClick={() => setForm('reply')}>
          Reply
        </Button>
        {thread.state === 'open' && !isSuggestion && mayClose && (
          <Button isSmall icon="check" isBusy={resolve.isPending} onClick={() => resolve.mutate()}>
            Resolve
          </Button>
        )}
        {(thread.state === 'resolved' || thread.state === 'rejected') && mayClose && (
          <Button isSmall isBusy={reopen.isPending} onClick={() => reopen.mutate()}>
            Reopen
          </Button>
        )}
      </div>
    </>
  );
}

interface ThreadFormProps {
  readonly thread: CommentThread;
  readonly onClose: () => void;
}

function ReplyForm({ thread, onClose }: ThreadFormProps): ReactElement {
  const [written, setWritten] = useState<Written>({ text: '', mentions: [] });
  const reply = useThreadChange(thread, (client, ids) =>
    client.replyToCommentThread({ ...ids, text: written.text, mentions: [...written.mentions] }).then(onClose),
  );
  const submit = (): void => {
    if (written.text.trim() !== '') reply.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <MentionField
        label="Reply, @ to mention someone"
        value={written.text}
        onChange={setWritten}
        onSubmit={submit}
        onCancel={onClose}
      />
      <ErrorNotice error={reply.error} />
      <div className={styles['actions']}>
        <Button isSmall type="submit" kind="primary" isBusy={reply.isPending}>
          Reply
        </Button>
        <Button isSmall onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function RejectForm({ thread, isOwn, onClose }: ThreadFormProps & { readonly isOwn: boolean }): ReactElement {
  const [reason, setReason] = useState('');
  const reject = useThreadChange(thread, (client, ids) =>
    client.rejectSuggestedChange({ ...ids, ...(reason.trim() !== '' && { reason: reason.trim() }) }).then(onClose),
  );
  const verb = isOwn ? 'Withdraw' : 'Reject';
  return (
    <Form onSubmit={() => reject.mutate()}>
      <TextField
        label="Reason"
        isLabelHidden
        placeholder="Reason (optional)"
        maxLength={1_000}
        value={reason}
        // The field appears because the user asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={setReason}
      />
      <ErrorNotice error={reject.error} />
      <div className={styles['actions']}>
        <Button isSmall type="submit" kind="danger" isBusy={reject.isPending}>
          {verb}
        </Button>
        <Button isSmall onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** A button that closes the comments. */
export const CloseButton = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <IconButton icon="close" label="Close the comments" isSmall onClick={onClose} />
);
