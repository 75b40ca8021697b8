import type { Project } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { hasScope, useMe, type Scope } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Checklist } from '../ui/checklist.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { RadioGroup, SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import styles from './keys.module.css';
import { NewKey } from './new-key.tsx';
import { scopeLabels } from './scope-labels.ts';

/** The most common uses of keys: pipelines that export or deploy, and programs that start jobs. */
const presets = {
  'agent-jobs': ['agent-jobs:write', 'projects:read'],
  exports: ['exports:write', 'projects:read'],
  deployments: ['deployments:write', 'projects:read'],
} as const satisfies Record<string, readonly Scope[]>;
type Preset = 'everything' | keyof typeof presets | 'chosen';

const offered = Object.keys(scopeLabels) as (keyof typeof scopeLabels)[];

const lives = { never: 'Never', '30': '30 days', '90': '90 days', '365': 'A year' } as const;
const DAY_MS = 86_400_000;

export interface CreateKeyDialogProps {
  readonly projects: readonly Project[];
  readonly onClose: () => void;
}

export function CreateKeyDialog({ projects, onClose }: CreateKeyDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const own = useMe().scopes;
  const [name, setName] = useState('');
  const [preset, setPreset] = useState<Preset>('agent-jobs');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [projectIds, setProjectIds] = useState<readonly string[]>([]);
  const [life, setLife] = useState<keyof typeof lives>('90');
  const scopes = preset === 'everything' ? own : preset === 'chosen' ? chosen : presets[preset];
  const create = useMutation({
    mutationFn: () =>
      client.createApiKey({
        name: name.trim(),
        scopes: [...scopes],
        projectIds: projectIds.length === 0 ? null : [...projectIds],
        expiresAt: life === 'never' ? null : new Date(Date.now() + Number(life) * DAY_MS).toISOString(),
      }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (create.data !== undefined) return <NewKey made={create.data} projects={projects} onClose={onClose} />;
  const errors = fieldErrors(create.error);
  const submit = () => {
    if (!create.isPending) create.mutate();
  };
  return (
    <Dialog title="Create an API key" isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <TextField
            label="Name"
            hint="Who or what will use the key."
            error={errors['name']}
            placeholder="docs pipeline"
            required
            maxLength={200}
            autoFocus
            value={name}
            onChange={setName}
          />
          <Permissions preset={preset} onPreset={setPreset} chosen={chosen} onChosen={setChosen} />
          {projects.length > 0 && (
            <Checklist
              label="Only for these projects"
              items={projects.map((project) => ({ value: project.id, label: project.name }))}
              chosen={projectIds}
              onChange={setProjectIds}
            >
              <span className={styles['soft']}>All projects, including ones added later, unless you choose some.</span>
            </Checklist>
          )}
          <SelectField
            label="Expires"
            value={life}
            choices={(Object.keys(lives) as (keyof typeof lives)[]).map((value) => ({ value, label: lives[value] }))}
            onChange={setLife}
          />
          <ErrorNotice error={create.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={create.isPending} disabled={scopes.length === 0}>
              Create key
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}

interface PermissionsProps {
  readonly preset: Preset;
  readonly onPreset: (preset: Preset) => void;
  readonly chosen: readonly Scope[];
  readonly onChosen: (scopes: readonly Scope[]) => void;
}

function Permissions({ preset, onPreset, chosen, onChosen }: PermissionsProps): ReactElement {
  const own = useMe().scopes;
  const lacks = (needed: readonly Scope[]) => !needed.every((scope) => hasScope(own, scope));
  return (
    <>
      <RadioGroup
        label="Permissions"
        value={preset}
        choices={[
          { value: 'agent-jobs', label: 'Start and read agent jobs', isDisabled: lacks(presets['agent-jobs']) },
          { value: 'exports', label: 'Start and download exports', isDisabled: lacks(presets.exports) },
          { value: 'deployments', label: 'Deploy sites and previews', isDisabled: lacks(presets.deployments) },
          { value: 'everything', label: 'Same as mine' },
          { value: 'chosen', label: 'Custom' },
        ]}
        onChange={onPreset}
      />
      {preset === 'chosen' && (
        <Checklist
          isInColumns
          label="Scopes"
          items={offered.map((scope) => ({
            value: scope,
            label: scopeLabels[scope],
            hint: <code>{scope}</code>,
            isDisabled: lacks([scope]),
          }))}
          chosen={chosen}
          onChange={onChosen}
        />
      )}
    </>
  );
}
