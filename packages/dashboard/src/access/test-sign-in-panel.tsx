import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel, Row, Stack } from '../ui/layout.tsx';
import { AnchorButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { toTestedBody, type AccessForm, type FormField } from './access-form.ts';
import styles from './access.module.css';
import { testQuery, type TestedMode, type TestSignIn } from './queries.ts';

export interface TestSignInPanelProps {
  readonly projectId: string;
  readonly mode: TestedMode;
  /** The values that the form shows, saved or not. */
  readonly form: Pick<AccessForm, FormField>;
}

export function TestSignInPanel({ projectId, mode, form }: TestSignInPanelProps): ReactElement {
  const client = useClient();
  const start = useMutation({
    mutationFn: () => client.startTestSignIn({ projectId, ...toTestedBody(form), mode }),
  });
  return (
    <Panel
      title="Test sign-in"
      text="Signs you in with the settings above, even before you save them, and shows what the site receives. No session is created."
    >
      <Row>
        <Button isBusy={start.isPending} onClick={() => start.mutate()}>
          {start.data === undefined ? 'Test sign-in' : 'Test again'}
        </Button>
      </Row>
      <ErrorNotice error={start.error} />
      {start.data !== undefined && (
        <TestResult key={start.data.id} projectId={projectId} testId={start.data.id} url={start.data.url} />
      )}
    </Panel>
  );
}

interface TestResultProps {
  readonly projectId: string;
  readonly testId: string;
  readonly url: string;
}

function TestResult({ projectId, testId, url }: TestResultProps): ReactElement {
  const { data, error } = useQuery(testQuery(useClient(), { projectId, testId }));
  if (data === undefined || data.status === 'pending')
    return (
      <Stack>
        <Notice title="Sign in on the site">
          Open the sign-in page in another tab. The result appears here; the link works for 10 minutes.
        </Notice>
        <Row>
          <AnchorButton kind="primary" icon="external" href={url} target="_blank" rel="noreferrer">
            Open sign-in page
          </AnchorButton>
        </Row>
        <ErrorNotice error={error} />
      </Stack>
    );
  return <CompletedTest test={data} />;
}

const outcomes = {
  succeeded: { tone: 'good', title: 'The sign-in works' },
  failed: { tone: 'bad', title: 'The sign-in failed' },
  expired: { tone: 'warn', title: 'Nobody signed in within 10 minutes' },
} as const;

function CompletedTest({ test }: { readonly test: TestSignIn }): ReactElement | null {
  if (test.status === 'pending') return null;
  return (
    <Stack>
      <Notice {...outcomes[test.status]} isLive />
      {test.steps.length > 0 && (
        <ol className={styles['steps']} aria-label="Steps of the sign-in">
          {test.steps.map(({ name, ok, detail }, index) => (
            // Steps never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <span className={ok ? styles['good'] : styles['bad']}>
                <Icon name={ok ? 'check' : 'error'} size={16} />
                <span className="visually-hidden">{ok ? 'Done: ' : 'Failed: '}</span>
              </span>
              <span>
                <strong>{name}</strong> {detail}
              </span>
            </li>
          ))}
        </ol>
      )}
      {test.user !== null && <CodeBlock label="user object" code={JSON.stringify(test.user, null, 2)} isWrapped />}
    </Stack>
  );
}
