import type { Project } from '@docwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { Loaded } from '../api/loaded.tsx';
import { SaveBar } from '../editing/save-bar.tsx';
import { useEdits } from '../editing/use-edits.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Columns, Panel, Stack } from '../ui/layout.tsx';

type AgentSettings = Awaited<ReturnType<Client['getAgentSettings']>>;
type ListField = 'guidePaths' | 'allowPaths' | 'denyPaths' | 'labels' | 'reviewers' | 'fetchHosts';

const names: Readonly<Record<string, string>> = {
  instructions: 'Instructions',
  guidePaths: 'Style guides',
  allowPaths: 'Only these files',
  allowScripts: 'Scripts',
  denyPaths: 'Never these files',
  labels: 'Labels',
  reviewers: 'Reviewers',
  drafts: 'Drafts',
  fetchHosts: 'Hosts',
  limits: 'Limits',
};
const fields = [
  'instructions',
  'guidePaths',
  'allowPaths',
  'allowScripts',
  'denyPaths',
  'labels',
  'reviewers',
  'drafts',
  'fetchHosts',
  'limits',
] as const;

export function AgentPolicyForm({ project }: { readonly project: Project }): ReactElement {
  const client = useClient();
  const settings = useQuery({
    queryKey: ['agent-settings', project.id],
    queryFn: ({ signal }) => client.getAgentSettings({ projectId: project.id }, { signal }),
  });
  return <Loaded query={settings}>{(stored) => <PolicyFields projectId={project.id} stored={stored} />}</Loaded>;
}

interface PolicyFieldsProps {
  readonly projectId: string;
  readonly stored: AgentSettings;
}

function PolicyFields({ projectId, stored }: PolicyFieldsProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const edits = useEdits<AgentSettings, (typeof fields)[number]>({
    stored,
    fields,
    save: (changed, ifMatch) => client.updateAgentSettings({ projectId, ...changed }, { ifMatch: ifMatch ?? 'null' }),
    reload: () => queryClient.invalidateQueries({ queryKey: ['agent-settings', projectId] }),
  });
  const { values, edit } = edits;
  const errors = fieldErrors(edits.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    edits.save();
  };
  const list = (field: ListField, label: string, hint: string) => (
    <ListArea
      label={label}
      hint={hint}
      error={errors[field]}
      value={values[field]}
      onChange={(next) => edit({ [field]: next })}
    />
  );
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!canWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack isNarrow>
          <Panel title="Guidance">
            <TextArea
              label="Instructions"
              hint="Style, terms and tone. Instructions can’t give the agent more permissions."
              error={errors['instructions']}
              rows={6}
              maxLength={20_000}
              value={values.instructions}
              onChange={(instructions) => edit({ instructions })}
            />
            {list('guidePaths', 'Style guides', 'Files in the repository that the agent reads first, one per line.')}
          </Panel>
          <Panel title="What it may change">
            <Columns>
              {list(
                'allowPaths',
                'Only these files',
                'Globs relative to the docs folder, one per line. Name other file types by their extension, such as *.css.',
              )}
              {list(
                'denyPaths',
                'Never these files',
                'Globs. Pipelines, packages, programs and review rules are never changed anyway.',
              )}
            </Columns>
            <Checkbox
              label="Scripts"
              hint=".js, .jsx and .tsx files, which run in readers’ browsers."
              isChecked={values.allowScripts}
              onChange={(allowScripts) => edit({ allowScripts })}
            />
            {list('fetchHosts', 'Hosts it can fetch from', 'One per line. If empty, the agent can’t fetch pages.')}
          </Panel>
          <Panel title="Pull requests">
            <SelectField
              label="Drafts"
              value={values.drafts}
              choices={[
                { value: 'as_asked', label: 'Project or job setting' },
                { value: 'on_new_warnings', label: 'Also if the docs gate finds new warnings' },
                { value: 'always', label: 'Always' },
              ]}
              onChange={(drafts) => edit({ drafts })}
            />
            <Columns>
              {list('labels', 'Labels', 'One per line.')}
              {list('reviewers', 'Reviewers', 'User names on the code host, one per line.')}
            </Columns>
          </Panel>
          <Panel title="Limits of a turn">
            <Columns>
              {(Object.keys(values.limits) as (keyof AgentSettings['limits'])[]).map((name) => (
                <TextField
                  key={name}
                  label={limitLabels[name] ?? name}
                  error={errors[`limits/${name}`]}
                  type="number"
                  step="any"
                  required
                  value={values.limits[name]}
                  onChange={(text) => edit({ limits: { ...values.limits, [name]: Number(text) } })}
                />
              ))}
            </Columns>
          </Panel>
          {canWrite && <SaveBar edits={edits} names={names} />}
        </Stack>
      </fieldset>
    </form>
  );
}

const limitLabels: Readonly<Record<string, string>> = {
  maxSteps: 'Steps',
  maxFiles: 'Changed files',
  maxMechanicalFiles: 'Files changed by a rule',
  maxPatchBytes: 'Size of the diff (bytes)',
  maxFileBytes: 'Size of a file (bytes)',
  maxDurationMs: 'Time (milliseconds)',
  maxTokens: 'Tokens',
  maxCostUsd: 'Cost (US dollars)',
  maxRepairRounds: 'Repair rounds',
};

interface ListAreaProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

/** A list as lines. What is typed stands as it is until the field is left. */
function ListArea({ value, onChange, ...rest }: ListAreaProps): ReactElement {
  const [text, setText] = useState<string>();
  return (
    <TextArea
      {...rest}
      isMono
      rows={3}
      value={text ?? value.join('\n')}
      onChange={(next) => {
        setText(next);
        onChange([
          ...new Set(
            next
              .split('\n')
              .map((line) => line.trim())
              .filter((line) => line !== ''),
          ),
        ]);
      }}
      onBlur={() => setText(undefined)}
    />
  );
}
