import type { Budget } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Checkbox, SelectField, TextField, type Choice } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';

interface BudgetDialogProps {
  /** `undefined` for a new budget. */
  readonly stored: Budget | undefined;
  readonly title: string;
  /** The scopes without a budget: the ID of a project, or an empty value for the organization. */
  readonly choices: readonly Choice[];
  readonly onClose: () => void;
}

export function BudgetDialog({ stored, title, choices, onClose }: BudgetDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [scope, setScope] = useState(stored === undefined ? (choices[0]?.value ?? '') : (stored.projectId ?? ''));
  const [usd, setUsd] = useState(stored === undefined ? '' : String(stored.usd));
  const [thresholds, setThresholds] = useState((stored?.thresholds ?? [50, 80, 100]).join(', '));
  const [stopJobs, setStopJobs] = useState(stored?.stopJobs ?? false);
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey: ['budgets'] });
    onClose();
  };
  const projectId = scope === '' ? undefined : scope;
  const save = useMutation({
    mutationFn: () => client.setBudget({ projectId, usd: Number(usd), thresholds: toPercents(thresholds), stopJobs }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: () => client.deleteBudget({ projectId }), onSuccess });
  const isBusy = save.isPending || remove.isPending;
  const submit = () => {
    if (!isBusy) save.mutate();
  };
  const errors = fieldErrors(save.error);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          {stored === undefined && (
            <SelectField label="Budget for" value={scope} choices={choices} onChange={setScope} />
          )}
          <TextField
            label="US dollars per month"
            type="number"
            required
            min={0.01}
            max={1_000_000}
            step="any"
            error={errors['usd']}
            value={usd}
            onChange={setUsd}
          />
          <TextField
            label="Alerts at, in percent"
            hint="Separated by commas; leave empty for no alerts. Each alert is sent to webhooks and the audit log once a month."
            pattern="[0-9, ]*"
            maxLength={60}
            error={errors['thresholds']}
            value={thresholds}
            onChange={setThresholds}
          />
          <Checkbox
            label="Stop new agent jobs at 100%"
            hint="Running jobs and the assistant aren’t stopped."
            isChecked={stopJobs}
            onChange={setStopJobs}
          />
          <ErrorNotice error={save.error ?? remove.error} />
          <DialogActions>
            {stored !== undefined && (
              <Button kind="danger" isBusy={remove.isPending} onClick={() => !isBusy && remove.mutate()}>
                Remove
              </Button>
            )}
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={save.isPending}>
              Save
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}

const toPercents = (text: string): number[] =>
  text
    .split(/[, ]/)
    .filter((part) => part !== '')
    .map(Number);
