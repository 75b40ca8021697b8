import type { ApiKey, Project } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { NewKey } from './new-key.tsx';

const overlaps = {
  '0': 'Immediately',
  '3600': 'After an hour',
  '86400': 'After a day',
  '604800': 'After a week',
} as const;

export interface RollKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly projects: readonly Project[];
  readonly onClose: () => void;
}

export function RollKeyDialog({ apiKey, projects, onClose }: RollKeyDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<keyof typeof overlaps>('86400');
  const roll = useMutation({
    mutationFn: () => client.rollApiKey({ id: apiKey.id, overlapSeconds: Number(overlap) }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (roll.data !== undefined) return <NewKey made={roll.data} projects={projects} onClose={onClose} />;
  return (
    <Dialog
      title={`Roll “${apiKey.name}”`}
      text="Creates a new key with the same name, scopes and projects. The old key keeps working for the time you choose, so that you can update your programs."
      isOpen
      onClose={onClose}
    >
      <SelectField
        label="Old key expires"
        value={overlap}
        choices={(Object.keys(overlaps) as (keyof typeof overlaps)[]).map((value) => ({
          value,
          label: overlaps[value],
        }))}
        onChange={setOverlap}
      />
      <ErrorNotice error={roll.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" isBusy={roll.isPending} onClick={() => roll.mutate()}>
          Roll key
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.revokeApiKey({ id: apiKey.id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
      onClose();
    },
  });
  return (
    <Dialog
      title={`Revoke “${apiKey.name}”?`}
      text="Programs that use this key lose access within 5 seconds. This can’t be undone."
      isOpen
      onClose={onClose}
    >
      <ErrorNotice error={revoke.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke key
        </Button>
      </DialogActions>
    </Dialog>
  );
}
