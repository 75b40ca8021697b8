import { Popover as Base } from '@base-ui/react/popover';
import type { Notification } from '@docwright/sdk';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';
import { toPlainLine } from '../ui/to-blocks.ts';
import { BellFace } from './bell-face.tsx';
import styles from './bell.module.css';
import { notificationsQuery } from './queries.ts';

export default function BellPopover(): ReactElement {
  const [isOpen, setIsOpen] = useState(true);
  const queryClient = useQueryClient();
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        // Reopening it shows what arrived in the meantime.
        if (open) void queryClient.invalidateQueries({ queryKey: ['notifications'] });
      }}
    >
      <Base.Trigger render={<BellFace />} />
      <Base.Portal>
        <Base.Positioner
          className={styles['positioner']}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup className={styles['popup']}>
            <Notifications onLeave={() => setIsOpen(false)} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type Reading = { readonly ids: string[] } | { readonly upTo: string };

function Notifications({ onLeave }: { readonly onLeave: () => void }): ReactElement {
  const { client } = useApi();
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(notificationsQuery(client));
  const read = useMutation({
    mutationFn: (reading: Reading) => client.readNotifications(reading),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  });
  const newest = list.data?.pages[0]?.notifications[0];
  const unread = list.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <div className={styles['head']}>
        <Base.Title className={styles['title']}>Notifications</Base.Title>
        {newest !== undefined && unread > 0 && (
          <Button isSmall kind="quiet" isBusy={read.isPending} onClick={() => read.mutate({ upTo: newest.id })}>
            Mark all as read
          </Button>
        )}
      </div>
      <ErrorNotice error={read.error} />
      <div className={styles['scroll']}>
        <Loaded query={list} lines={3}>
          {({ pages }) => {
            const found = pages.flatMap(({ notifications }) => notifications);
            return found.length === 0 ? (
              <p className={styles['empty']}>No notifications yet.</p>
            ) : (
              <ul className={styles['list']}>
                {found.map((notification) => (
                  <Row
                    key={notification.id}
                    notification={notification}
                    onOpen={() => {
                      if (notification.readAt === null) read.mutate({ ids: [notification.id] });
                      onLeave();
                    }}
                  />
                ))}
              </ul>
            );
          }}
        </Loaded>
        {list.hasNextPage && (
          <div className={styles['more']}>
            <Button isSmall isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show older
            </Button>
          </div>
        )}
      </div>
      <div className={styles['foot']}>
        <Link to="/account" search={{ tab: 'notifications' }} onClick={onLeave}>
          Notification settings
        </Link>
      </div>
    </>
  );
}

interface RowProps {
  readonly notification: Notification;
  readonly onOpen: () => void;
}

function Row({ notification, onOpen }: RowProps): ReactElement {
  const { title, text, tone, path, projectName, at, readAt } = notification;
  const router = useRouter();
  const { baseUrl } = useApi();
  const line = toPlainLine(text);
  const follow = (event: MouseEvent) => {
    // The browser handles new tabs and windows.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
    router.history.push(path);
  };
  return (
    <li>
      <a
        href={baseUrl + path}
        className={styles['row']}
        data-unread={readAt === null ? '' : undefined}
        onClick={follow}
      >
        <span className={styles['dot']} data-tone={tone} aria-hidden="true" />
        <span className={styles['words']}>
          <span className={styles['rowTitle']}>
            {readAt === null && <span className="visually-hidden">Unread: </span>}
            {title}
          </span>
          {line !== '' && <span className={styles['rowText']}>{line}</span>}
          <span className={styles['facts']}>
            {projectName !== null && `${projectName} · `}
            <Time at={at} />
          </span>
        </span>
      </a>
    </li>
  );
}
