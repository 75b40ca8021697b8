import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button, type ButtonKind } from '../ui/button.tsx';
import { beginOidc } from './session-endpoints.ts';

export interface OidcButtonProps {
  readonly label: string;
  readonly kind?: ButtonKind;
  /** Page of the dashboard to return to. */
  readonly returnTo: string;
}

/** Redirects to the identity provider. */
export function OidcButton({ label, kind, returnTo }: OidcButtonProps): ReactElement {
  const api = useApi();
  const oidc = useMutation({
    mutationFn: () => beginOidc(api, returnTo),
    onSuccess: (url) => location.assign(url),
  });
  return (
    <>
      <Button kind={kind} isBusy={oidc.isPending} onClick={() => oidc.mutate()}>
        {label}
      </Button>
      <ErrorNotice error={oidc.error} />
    </>
  );
}
