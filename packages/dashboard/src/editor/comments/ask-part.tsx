import type { ReactElement } from 'react';
import { useCan } from '../../accounts/me.ts';
import { Button } from '../../ui/button.tsx';
import { AskForm } from './ask-form.tsx';
import { AskStatus } from './ask-status.tsx';
import type { QuotedText } from './new-thread-form.tsx';
import type { Ask } from './use-ask.ts';

/** A request that is being written. */
export interface StartedAsk {
  readonly kind: 'ask';
  readonly quote: QuotedText | undefined;
}

/** Whether the user can send requests about drafts to the agent. */
export function useCanAsk(): boolean {
  const canWrite = useCan('content:write');
  return useCan('agent-jobs:write') && canWrite;
}

interface AskPartProps {
  readonly path: string;
  readonly ask: Ask;
  readonly started: StartedAsk | undefined;
  readonly onStart: () => void;
  readonly onEnd: () => void;
}

/** The requests to the agent, above the threads. */
export function AskPart({ path, ask, started, onStart, onEnd }: AskPartProps): ReactElement {
  const { job } = ask;
  const isWorking = job?.status === 'active';
  return (
    <>
      <AskStatus
        ask={started === undefined ? ask : { ...ask, error: null }}
        path={path}
        onOption={(prompt) => ask.send({ prompt, file: job?.draft?.file ?? undefined, quote: undefined })}
      />
      {started !== undefined && !isWorking ? (
        <AskForm
          key={`${started.quote?.from} ${started.quote?.text}`}
          path={path}
          quote={started.quote}
          isSending={ask.isSending}
          error={ask.error}
          onSend={(input) => ask.send(input, onEnd)}
          onCancel={onEnd}
        />
      ) : (
        !isWorking && (
          <div>
            <Button isSmall icon="spark" isBusy={ask.isSending} onClick={onStart}>
              Ask agent
            </Button>
          </div>
        )
      )}
    </>
  );
}
