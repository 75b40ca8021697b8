import type { NotificationSetting, NotificationSettings } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useMe } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { kindLabels } from './kind-labels.ts';
import { notificationSettingsQuery } from './queries.ts';
import { Checkbox } from '../ui/field.tsx';
import { Panel, Stack, Table } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './notifications.module.css';

/** The user's notifications in this organization; each change to a checkbox is saved immediately. */
export function NotificationsPanel(): ReactElement {
  const settings = useQuery(notificationSettingsQuery(useClient()));
  return <Loaded query={settings}>{(stored) => <NotificationTable stored={stored} />}</Loaded>;
}

const obstacles: Readonly<Record<NonNullable<NotificationSettings['mailObstacle']>, ReactNode>> = {
  not_configured:
    'No email is sent, because this installation has no mail server. Its operator can set one with DOCWRIGHT_SMTP_URL.',
  address_unconfirmed: (
    <>
      No email is sent, because your address isn’t confirmed yet. <Link to="/account">Confirm it in your account</Link>.
    </>
  ),
};

function NotificationTable({ stored }: { readonly stored: NotificationSettings }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const { organization } = useMe();
  const { queryKey } = notificationSettingsQuery(client);
  const save = useMutation({
    mutationFn: (setting: NotificationSetting) => client.setNotificationSettings({ settings: [setting] }),
    onMutate: (setting) => {
      queryClient.setQueryData(queryKey, (shown) => shown && withSetting(shown, setting));
    },
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: () => queryClient.invalidateQueries({ queryKey }),
    // Changes are saved one after another, so that the last change is saved last.
    scope: { id: 'notification-settings' },
  });
  const { mailObstacle } = stored;
  return (
    <Stack isNarrow>
      {mailObstacle !== null && <Notice tone="info">{obstacles[mailObstacle]}</Notice>}
      <ErrorNotice error={save.error} />
      <Panel
        title="Your notifications"
        text={
          <>
            What you’re notified about in {organization.name}. Each member chooses for themselves. Emails go to{' '}
            {stored.email}.
          </>
        }
        isFlush
      >
        <Table label="Your notifications" columns={['What', 'In the dashboard', 'By email']}>
          {stored.settings.map((setting) => {
            const { kind, inApp, mail } = setting;
            const { label, text } = kindLabels[kind];
            return (
              <tr key={kind}>
                <td>
                  <div>
                    <span className={styles['name']}>{label}</span>
                    <div className={styles['soft']}>{text}</div>
                  </div>
                </td>
                <td data-label="Dashboard">
                  <Checkbox
                    label={`${label}: in the dashboard`}
                    isLabelHidden
                    isChecked={inApp}
                    onChange={(isOn) => save.mutateAsync({ ...setting, inApp: isOn })}
                  />
                </td>
                <td data-label="Email">
                  <Checkbox
                    label={`${label}: by email`}
                    isLabelHidden
                    isChecked={mail && mailObstacle === null}
                    isDisabled={mailObstacle !== null}
                    onChange={(isOn) => save.mutateAsync({ ...setting, mail: isOn })}
                  />
                </td>
              </tr>
            );
          })}
        </Table>
      </Panel>
    </Stack>
  );
}

const withSetting = (shown: NotificationSettings, changed: NotificationSetting): NotificationSettings => ({
  ...shown,
  settings: shown.settings.map((one) => (one.kind === changed.kind ? changed : one)),
});
