import type { Project } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';

export interface StartExportDialogProps {
  readonly projects: readonly Project[];
  readonly projectId: string | undefined;
  readonly onClose: () => void;
}

export function StartExportDialog(props: StartExportDialogProps): ReactElement {
  return (
    <Dialog title="Start an export" text="Renders every published page of the site." isOpen onClose={props.onClose}>
      {props.projects.length === 0 ? (
        <Notice tone="warn" title="No project to export">
          Connect a repository first.
        </Notice>
      ) : (
        <StartExportForm {...props} />
      )}
    </Dialog>
  );
}

type Restricted = 'refused' | 'excluded' | 'included' | 'optional';

interface ExportOptions {
  readonly version: string;
  readonly basePath: string;
  readonly isStrict: boolean;
  readonly restricted: Restricted;
}

const usualOptions: ExportOptions = { version: '', basePath: '', isStrict: false, restricted: 'refused' };

const restrictedChoices: readonly { readonly value: Restricted; readonly label: string }[] = [
  { value: 'refused', label: 'Fail if the site has any' },
  { value: 'excluded', label: 'Leave out' },
  { value: 'included', label: 'Include, for a host whose readers sign in' },
  { value: 'optional', label: 'Include, for a host whose readers may sign in' },
];

function toAccess(restricted: Restricted): { access?: 'excluded' | 'included'; signIn?: 'optional' } {
  if (restricted === 'optional') return { access: 'included', signIn: 'optional' };
  return restricted === 'refused' ? {} : { access: restricted };
}

function RestrictedField(props: {
  readonly value: Restricted;
  readonly onChange: (value: Restricted) => void;
}): ReactElement {
  return (
    <SelectField
      label="Restricted pages"
      hint="Pages with groups or public: false. A host shows them to readers who sign in, and refuses the bundle without access.mode."
      choices={restrictedChoices}
      {...props}
    />
  );
}

function StartExportForm({ projects, projectId: asked, onClose }: StartExportDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [projectId, setProjectId] = useState(projects.find(({ id }) => id === asked)?.id ?? projects[0]?.id ?? '');
  const [options, setOptions] = useState(usualOptions);
  const edit = (change: Partial<ExportOptions>) => setOptions((before) => ({ ...before, ...change }));
  const start = useMutation({
    mutationFn: () =>
      client.startProjectStaticExport({
        projectId,
        ...(options.version.trim() !== '' && { version: options.version.trim() }),
        ...(options.basePath.trim() !== '' && { basePath: options.basePath.trim() }),
        ...(options.isStrict && { strict: true }),
        ...toAccess(options.restricted),
      }),
    onSuccess: async ({ jobId }) => {
      void queryClient.invalidateQueries({ queryKey: ['exports'] });
      await navigate({ to: '/exports/$jobId', params: { jobId } });
    },
  });
  const errors = fieldErrors(start.error);
  const submit = () => {
    if (!start.isPending) start.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <SelectField
          label="Project"
          value={projectId}
          choices={projects.map(({ id, name, domains }) => ({
            value: id,
            label: domains[0] === undefined ? name : `${name} (${domains[0]})`,
          }))}
          onChange={setProjectId}
        />
        <TextField
          label="Version"
          hint="A label for this export. Defaults to the commit."
          error={errors['version']}
          maxLength={100}
          placeholder="2.4.0"
          value={options.version}
          onChange={(version) => edit({ version })}
        />
        <TextField
          label="Base path"
          hint="The path of the site on its host, such as /docs. Defaults to the root."
          error={errors['basePath']}
          maxLength={200}
          placeholder="/docs"
          value={options.basePath}
          onChange={(basePath) => edit({ basePath })}
        />
        <Checkbox
          label="Strict"
          hint="Fail the export if any page has an error."
          isChecked={options.isStrict}
          onChange={(isStrict) => edit({ isStrict })}
        />
        <RestrictedField value={options.restricted} onChange={(restricted) => edit({ restricted })} />
        <ErrorNotice error={start.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={start.isPending}>
            Start export
          </Button>
        </DialogActions>
      </Stack>
    </Form>
  );
}
