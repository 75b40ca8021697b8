import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { ContextRepositories } from '../project-data/context-repositories.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import styles from './automations.module.css';
import { emptyDraft, toBody, toDraft, usesReaders, type Draft } from './draft.ts';
import { findLanguageFault } from './languages.ts';
import { kindLabels, triggerLabels, updateModeLabels } from './looks.ts';
import { automationsKey, type Automation } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';

export interface AutomationDialogProps {
  readonly projectId: string;
  /** `undefined` if the dialog creates an automation. */
  readonly automation?: Automation | undefined;
  readonly onClose: () => void;
}

export function AutomationDialog({ projectId, automation, onClose }: AutomationDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>(automation === undefined ? emptyDraft : toDraft(automation));
  const [isChecked, setIsChecked] = useState(false);
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: () => {
      const { kind, ...body } = toBody(draft);
      if (automation === undefined) return client.createAutomation({ projectId, kind, ...body });
      return client.updateAutomation({ projectId, id: automation.id, ...body });
    },
    onSuccess: async ({ secret }) => {
      await queryClient.invalidateQueries({ queryKey: automationsKey(projectId) });
      if (secret === null) onClose();
    },
  });
  const secret = save.data?.secret ?? null;
  if (secret !== null) return <SecretDialog secret={secret} eventUrl={save.data?.eventUrl ?? null} onClose={onClose} />;
  const languageFault = draft.kind === 'translate' ? findLanguageFault(draft.targetLanguages) : undefined;
  const submit = () => {
    setIsChecked(true);
    if (!save.isPending && languageFault === undefined) save.mutate();
  };
  const errors = fieldErrors(save.error);
  return (
    <Dialog
      title={automation === undefined ? 'Create an automation' : 'Change the automation'}
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <Stack>
          <AutomationFields
            draft={draft}
            edit={edit}
            errors={isChecked && languageFault !== undefined ? { ...errors, targetLanguages: languageFault } : errors}
            isNew={automation === undefined}
          />
          <ErrorNotice error={save.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={save.isPending}>
              {automation === undefined ? 'Create automation' : 'Save'}
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly edit: (change: Partial<Draft>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

const choicesOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));

function AutomationFields({ isNew, ...props }: FieldsProps & { readonly isNew: boolean }): ReactElement {
  const { draft, edit, errors } = props;
  const isCustom = draft.kind === 'custom';
  return (
    <>
      <TextField
        label="Name"
        hint="Titles of its pull requests begin with this name."
        error={errors['name']}
        placeholder="Weekly link check"
        required
        autoFocus
        maxLength={100}
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      {isNew && (
        <SelectField
          label="Task"
          value={draft.kind}
          choices={choicesOf(kindLabels)}
          onChange={(kind) => edit({ kind, ...(kind === 'update-from-code' && { trigger: 'code_change' as const }) })}
        />
      )}
      {draft.kind === 'translate' && <LanguagesField {...props} />}
      <TextArea
        label="Instructions"
        hint={isCustom ? 'What the agent should do in each run.' : 'Optional. They are added to the task.'}
        error={errors['instructions']}
        required={isCustom}
        maxLength={20_000}
        value={draft.instructions}
        onChange={(instructions) => edit({ instructions })}
      />
      <TriggerFields {...props} />
      {usesReaders(draft) && (
        <TextField
          label="Minimum readers"
          hint="Number of different readers in the last 30 days who must miss something before a run acts on it."
          type="number"
          min={1}
          max={1000}
          required
          error={errors['minReaders']}
          value={draft.minReaders}
          onChange={(minReaders) => edit({ minReaders })}
        />
      )}
      <ContextRepositories
        repositories={draft.context}
        error={errors['contextRepositories']}
        onChange={(context) => edit({ context })}
      />
      {!usesReaders(draft) && (
        <SelectField
          label="Pull requests"
          hint="Merging requires the scope repositories:write. The merge waits for required checks. Pull requests into a branch that requires a review are never merged."
          value={draft.updateMode}
          choices={choicesOf(updateModeLabels)}
          onChange={(updateMode) => edit({ updateMode })}
        />
      )}
      <LimitFields {...props} />
      <TextArea
        label="Notify"
        hint="Email addresses of members and IDs of webhook endpoints (whe_…), one per line. Without a member, the person who created the automation is notified."
        error={errors['notify']}
        rows={2}
        value={draft.notify}
        onChange={(notify) => edit({ notify })}
      />
    </>
  );
}

const LanguagesField = ({ draft, edit, errors }: FieldsProps): ReactElement => (
  <TextField
    label="Languages"
    hint="Tags such as de or pt-BR, separated by commas. If empty, all languages of the site except the default one."
    error={errors['targetLanguages']}
    isMono
    value={draft.targetLanguages}
    onChange={(targetLanguages) => edit({ targetLanguages })}
  />
);

function TriggerFields({ draft, edit, errors }: FieldsProps): ReactElement {
  const isBranch = draft.trigger === 'content_update' || draft.trigger === 'code_change';
  return (
    <>
      <SelectField
        label="Starts"
        value={draft.trigger}
        choices={choicesOf(triggerLabels)}
        onChange={(trigger) => edit({ trigger })}
      />
      {draft.trigger === 'schedule' && (
        <div className={styles['fields']}>
          <TextField
            label="Times"
            hint="Minute, hour, day, month, weekday."
            error={errors['trigger.cron']}
            isMono
            required
            maxLength={100}
            value={draft.cron}
            onChange={(cron) => edit({ cron })}
          />
          <TextField
            label="Time zone"
            error={errors['trigger.timeZone']}
            required
            maxLength={64}
            value={draft.timeZone}
            onChange={(timeZone) => edit({ timeZone })}
          />
        </div>
      )}
      {isBranch && (
        <div className={styles['fields']}>
          <TextArea
            label="Only these files"
            hint="One pattern per line, such as src/**. If empty, all files count."
            error={errors['trigger.paths']}
            isMono
            rows={2}
            value={draft.paths}
            onChange={(paths) => edit({ paths })}
          />
          <TextArea
            label="Except commits by"
            hint="One name or email address per line."
            error={errors['trigger.excludeAuthors']}
            rows={2}
            value={draft.excludeAuthors}
            onChange={(excludeAuthors) => edit({ excludeAuthors })}
          />
        </div>
      )}
    </>
  );
}

function LimitFields({ draft, edit, errors }: FieldsProps): ReactElement {
  return (
    <div className={styles['fields']}>
      <TextField
        label="Runs per day"
        type="number"
        min={1}
        max={500}
        required
        error={errors['limits.runsPerDay']}
        value={draft.runsPerDay}
        onChange={(runsPerDay) => edit({ runsPerDay })}
      />
      <TextField
        label="USD per month"
        hint="If empty, only the budgets of the project and the organization apply."
        type="number"
        min={0.01}
        step="any"
        error={errors['limits.usdPerMonth']}
        value={draft.usdPerMonth}
        onChange={(usdPerMonth) => edit({ usdPerMonth })}
      />
      <TextField
        label="Open pull requests"
        type="number"
        min={1}
        max={50}
        required
        error={errors['limits.openPullRequests']}
        value={draft.openPullRequests}
        onChange={(openPullRequests) => edit({ openPullRequests })}
      />
    </div>
  );
}
