import type { ReactElement, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState, Reference } from '../ui/states.tsx';
import { useApi } from './api-context.ts';
import { describeError, type ErrorText } from './describe-error.ts';

/** Shown next to the clicked button. Typed input is preserved. */
export function ErrorNotice({
  error,
  action,
}: {
  readonly error: unknown;
  readonly action?: ReactNode;
}): ReactElement | null {
  if (error === null || error === undefined) return null;
  const { title, text, requestId, manualPath } = describeError(error);
  return (
    <Notice tone="bad" title={title} isLive action={action}>
      {text} <Origin requestId={requestId} manualPath={manualPath} />
    </Notice>
  );
}

/** The request ID, and a link to the manual's page about the error. */
function Origin({ requestId, manualPath }: Pick<ErrorText, 'requestId' | 'manualPath'>): ReactElement | null {
  const { baseUrl } = useApi();
  if (requestId === undefined) return null;
  return (
    <Reference>
      Request {requestId}
      {manualPath !== undefined && (
        <>
          {' · '}
          <a href={baseUrl + manualPath} target="_blank" rel="noreferrer">
            About this error
          </a>
        </>
      )}
    </Reference>
  );
}

/** Shown instead of a form that the service would reject. */
export function NotPermitted({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <EmptyState icon="error" title="You don’t have permission">
      {children}
    </EmptyState>
  );
}

/** Shown instead of content that couldn't be loaded. */
export function LoadError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactElement {
  const { title, text, requestId, manualPath, isTransient, canRetry } = describeError(error);
  return (
    <div role="alert">
      <EmptyState
        icon={isTransient ? 'refresh' : 'error'}
        tone="bad"
        title={title}
        actions={
          canRetry && (
            <Button icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {text} <Origin requestId={requestId} manualPath={manualPath} />
      </EmptyState>
    </div>
  );
}
