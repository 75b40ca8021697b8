import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Project } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';

export interface TurnOnProps {
  readonly project: Pick<Project, 'id'>;
  /** The features to turn on. */
  readonly features: readonly (keyof Project['features'])[];
  /** Their name within a sentence: “web analytics”. */
  readonly label: string;
}

/** A button for a page that is empty because project features are off. */
export function TurnOn({ project, features, label }: TurnOnProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const change = useMutation({
    mutationFn: () =>
      client.updateProject({
        projectId: project.id,
        features: Object.fromEntries(features.map((feature) => [feature, true])),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
  if (!canWrite) return <span>Only members who can change the project can turn on {label}.</span>;
  return (
    <>
      <Button kind="primary" isBusy={change.isPending} onClick={() => change.mutate()}>
        Turn on {label}
      </Button>
      <ErrorNotice error={change.error} />
    </>
  );
}
