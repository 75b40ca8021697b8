import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import { DeadLink, isLinkUnusable } from './link-page.tsx';
import { confirmEmail } from './session-endpoints.ts';

const route = getRouteApi('/confirm-email');

/** The target of the link in the email. Requires a click, because email scanners also open links. */
export default function ConfirmEmailPage(): ReactElement {
  usePageTitle('Confirm your email address');
  const api = useApi();
  const queryClient = useQueryClient();
  const { token = '' } = route.useSearch();
  const confirm = useMutation({
    mutationFn: () => confirmEmail(api, token),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me'] }),
  });
  return (
    <AccountCard title="Confirm your email address">
      {token === '' || isLinkUnusable(confirm.error) ? (
        <DeadLink title="This link no longer works">
          It has expired, has already been used, or was replaced by a newer one. Ask for another one under Your account.
        </DeadLink>
      ) : confirm.data !== undefined ? (
        <>
          <Notice tone="good" title={`${confirm.data.email} is confirmed`} isLive />
          <LinkButton to="/account" kind="primary">
            Go to your account
          </LinkButton>
        </>
      ) : (
        <>
          <ErrorNotice error={confirm.error} />
          <Button kind="primary" isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm this address
          </Button>
        </>
      )}
    </AccountCard>
  );
}
