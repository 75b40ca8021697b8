import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { AnchorButton, LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/states.tsx';
import { takeVerifier } from './app-flow.ts';
import styles from './code-hosts.module.css';

const route = getRouteApi('/signed-in/code-hosts/github-app');

/** The page to which GitHub redirects after an App has been created. */
export default function GitHubAppPage(): ReactElement {
  const { code, state } = route.useSearch();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const complete = useMutation({
    mutationFn: (verifier: string) => client.completeGitHubApp({ code: code ?? '', state: state ?? '', verifier }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['code-hosts'] }),
    // The code can be used only once and is removed from the history.
    onSettled: () => void navigate({ search: {}, replace: true }),
  });
  const verifier = useRef<string | undefined>(undefined);
  const { mutate } = complete;
  const canComplete = code !== undefined && state !== undefined;
  useEffect(() => {
    if (!canComplete || verifier.current !== undefined) return;
    verifier.current = takeVerifier() ?? '';
    if (verifier.current !== '') mutate(verifier.current);
  }, [canComplete, mutate]);
  const made = complete.data;
  return (
    <>
      <PageHeader title="Connect GitHub" parent={{ label: 'Code hosts', link: { to: '/code-hosts' } }} />
      {made !== undefined ? (
        <Panel title={`${made.name} was created`}>
          <Stack>
            <p>
              Its private key is stored encrypted. Now install the App, and choose the repositories that it can use.
            </p>
            <div className={styles['actions']}>
              {made.installUrl !== null && (
                <AnchorButton kind="primary" icon="external" href={made.installUrl}>
                  Install the App on GitHub
                </AnchorButton>
              )}
              <LinkButton to="/code-hosts">Later</LinkButton>
            </div>
          </Stack>
        </Panel>
      ) : complete.error !== null ? (
        <Stack>
          <ErrorNotice error={complete.error} />
          <BeginAgain />
        </Stack>
      ) : complete.isPending ? (
        <Skeleton lines={3} />
      ) : (
        <Stack>
          <Notice tone="warn" title="This step was started in another tab">
            Nothing was changed. The creation of a GitHub App can be completed only once, in the tab where it was
            started.
          </Notice>
          <BeginAgain />
        </Stack>
      )}
    </>
  );
}

const BeginAgain = (): ReactElement => (
  <div className={styles['actions']}>
    <LinkButton to="/code-hosts">Back to code hosts</LinkButton>
  </div>
);
