import type { DraftFileRevision, DraftFileRevisionContent } from '@docwright/sdk';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatMoment } from '../ui/format.ts';
import { Stack } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { isImage } from './docs-tree.ts';
import styles from './history.module.css';
import { PatchView } from './patch-view.tsx';
import { Picture } from './picture.tsx';
import { draftKey, revisionQuery, revisionsQuery, type FileIds } from './queries.ts';

export interface HistoryViewProps {
  readonly ids: FileIds;
  readonly draftVersion: number;
  /** The displayed revision, and the file's path in it. */
  readonly revision: string | undefined;
  readonly at: string | undefined;
}

/** Earlier versions of a file, from the draft and from the branch's commits. Each is compared with the current text. */
export default function HistoryView({ ids, draftVersion, revision, at }: HistoryViewProps): ReactElement {
  const query = useInfiniteQuery(revisionsQuery(useClient(), ids, draftVersion));
  return (
    <Loaded query={query} lines={8}>
      {({ pages }) => {
        const revisions = pages.flatMap((page) => page.revisions);
        if (revisions.length === 0 && !query.hasNextPage) {
          return (
            <EmptyState icon="file" title="No history yet">
              The file is new. While you change it, its text appears here once an hour. After it is published, each
              commit also appears.
            </EmptyState>
          );
        }
        const chosen = revisions.find(({ id, path }) => id === revision && path === (at ?? ids.path));
        return (
          <div className={styles['history']}>
            <nav className={styles['list']} aria-label={`History of ${ids.path}`}>
              <ul>
                {revisions.map((each) => (
                  <li key={`${each.id} ${each.path}`}>
                    <RevisionEntry ids={ids} revision={each} isShown={each === chosen} />
                  </li>
                ))}
              </ul>
              {query.hasNextPage && (
                <>
                  {revisions.length === 0 && <p>The newest 5,000 commits don’t change this file.</p>}
                  <Button isSmall isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Show older revisions
                  </Button>
                </>
              )}
              <ErrorNotice error={query.isFetchNextPageError ? query.error : null} />
            </nav>
            <div className={styles['shown']}>
              {revision === undefined ? (
                <EmptyState icon="file" title="Choose a revision">
                  It is compared with the current text. You can then restore it.
                </EmptyState>
              ) : (
                <ShownRevision key={`${revision} ${at}`} {...{ ids, draftVersion, revision, at }} entry={chosen} />
              )}
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

interface RevisionEntryProps {
  readonly ids: FileIds;
  readonly revision: DraftFileRevision;
  readonly isShown: boolean;
}

function RevisionEntry({ ids, revision, isShown }: RevisionEntryProps): ReactElement {
  const { id, kind, path, movedFrom, isDeletion, author, at, subject } = revision;
  const text = (
    <>
      <span className={styles['title']}>{kind === 'saved' ? 'Saved in the draft' : subject}</span>
      <span className={styles['facts']}>
        {author}, <Time at={at} />
        {kind === 'commit' && <code>{id.slice(0, 7)}</code>}
        {movedFrom !== null && <span>Moved from {movedFrom}</span>}
        {isDeletion && <span>Deleted the file</span>}
      </span>
    </>
  );
  if (isDeletion) return <div className={styles['entry']}>{text}</div>;
  return (
    <Link
      to="/projects/$projectId/editor/$branch/$"
      params={{ projectId: ids.projectId, branch: ids.branch, _splat: ids.path }}
      search={{ view: 'history', revision: id, ...(path !== ids.path && { at: path }) }}
      replace
      resetScroll={false}
      className={styles['entry'] ?? ''}
      aria-current={isShown ? 'true' : undefined}
    >
      {text}
    </Link>
  );
}

interface ShownRevisionProps extends Omit<HistoryViewProps, 'revision'> {
  readonly revision: string;
  /** `undefined` if the revision isn't listed yet. */
  readonly entry: DraftFileRevision | undefined;
}

function ShownRevision({ ids, draftVersion, revision, at, entry }: ShownRevisionProps): ReactElement {
  const query = useQuery(revisionQuery(useClient(), ids, { revision, at, draftVersion }));
  return (
    <Loaded query={query} lines={8}>
      {(found) => {
        const restore = <RestoreButton ids={ids} revision={found} entry={entry} />;
        if (found.patch === null) {
          const isPicture = isImage(found.path) && found.encoding === 'base64';
          return (
            <EmptyState icon="file" title={isPicture ? 'Image' : 'Not text'} actions={restore}>
              {isPicture ? (
                <Picture file={found} />
              ) : (
                'The revision or the current file isn’t UTF-8 text, so their lines can’t be compared.'
              )}
            </EmptyState>
          );
        }
        return (
          <Stack>
            <p className={styles['legend']}>
              Removed lines are only in the revision, added lines only in the current text.
            </p>
            <PatchView
              patch={found.patch}
              isTruncated={found.isTruncated}
              viewedKey={`${ids.projectId}.${ids.branch}.${revision}`}
              empty={
                <EmptyState icon="check" title="Same as the current text">
                  Nothing has changed since this revision.
                </EmptyState>
              }
              actions={restore}
            />
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface RestoreButtonProps {
  readonly ids: FileIds;
  readonly revision: DraftFileRevisionContent;
  readonly entry: DraftFileRevision | undefined;
}

/** Saves the revision as the file, unless someone else has changed the file in the meantime. */
function RestoreButton({ ids, revision, entry }: RestoreButtonProps): ReactElement | null {
  const canWrite = useCan('content:write');
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const restore = useMutation({
    mutationFn: () => {
      const { content, encoding, current: version } = revision;
      return client.putDraftFile({ ...ids, content, encoding, version, keepReplaced: true });
    },
    // This also happens after a conflict: the comparison then shows the other author's text.
    onSettled: () => queryClient.invalidateQueries({ queryKey: draftKey(ids) }),
    onSuccess: () => {
      setIsOpen(false);
      void navigate({ to: '.', search: {} });
    },
  });
  if (!canWrite) return null;
  const close = () => {
    setIsOpen(false);
    restore.reset();
  };
  return (
    <>
      <Button icon="refresh" onClick={() => setIsOpen(true)}>
        Restore
      </Button>
      <Dialog
        title="Restore this revision?"
        text={`The file’s text is replaced with that of ${entry === undefined ? 'this revision' : formatMoment(entry.at)}. The current text stays in the history of the draft.`}
        isOpen={isOpen}
        onClose={close}
      >
        <ErrorNotice error={restore.error} />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" isBusy={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
