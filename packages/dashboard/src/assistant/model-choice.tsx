import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { ModelTestNotice } from '../project-data/model-test-notice.tsx';
import { Button } from '../ui/button.tsx';
import { RadioGroup } from '../ui/field.tsx';
import { Row } from '../ui/layout.tsx';
import type { AssistantSettings } from './queries.ts';

export interface ModelChoiceProps {
  readonly projectId: string;
  readonly value: AssistantSettings['model'];
  readonly onChange: (model: AssistantSettings['model']) => void;
}

/** The model that writes the answers, and whether the project's models work. */
export function ModelChoice({ projectId, value, onChange }: ModelChoiceProps): ReactElement {
  const client = useClient();
  const canWrite = useCan('projects:write');
  const test = useMutation({ mutationFn: () => client.testProjectModels({ projectId }, { timeoutMs: 120_000 }) });
  return (
    <>
      <RadioGroup
        label="Answers come from"
        value={value}
        choices={[
          { value: 'builtin/extracts-1', label: 'Quoted passages of the pages', hint: 'No model, no cost.' },
          {
            value: 'project',
            label: 'The project’s models',
            hint: 'Links and quotations are checked before a reader sees them.',
          },
        ]}
        onChange={onChange}
      />
      {value === 'project' && (
        <>
          <Row>
            {canWrite && (
              <Button isSmall isBusy={test.isPending} onClick={() => test.mutate()}>
                Test
              </Button>
            )}
            <Link to="/projects/$projectId" params={{ projectId }} search={{ tab: 'model' }}>
              Set the models, their keys and prices
            </Link>
          </Row>
          {test.data && <ModelTestNotice tests={test.data} />}
          <ErrorNotice error={test.error} />
        </>
      )}
    </>
  );
}
