import type { Project } from '@docwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { Loaded } from '../api/loaded.tsx';
import { SaveBar } from '../editing/save-bar.tsx';
import { splitLines } from '../editing/split-lines.ts';
import { ContextRepositories } from '../project-data/context-repositories.tsx';
import { useEdits } from '../editing/use-edits.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Columns, Panel, Stack } from '../ui/layout.tsx';

type AgentSettings = Awaited<ReturnType<Client['getAgentSettings']>>;
type ListName = 'guidePaths' | 'allowPaths' | 'denyPaths' | 'labels' | 'reviewers' | 'fetchHosts';

const names: Readonly<Record<string, string>> = {
  instructions: 'Instructions',
  guidePaths: 'Style guides',
  allowPaths: 'Only these files',
  allowScripts: 'Scripts',
  reviewsChanges: 'Review of its changes',
  contextRepositories: 'Source code',
  codeAnchors: 'Code anchors',
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
  'reviewsChanges',
  'contextRepositories',
  'codeAnchors',
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

/** The fields of each part of the form. */
interface Part {
  readonly values: Pick<AgentSettings, (typeof fields)[number]>;
  readonly edit: (change: Partial<Pick<AgentSettings, (typeof fields)[number]>>) => void;
  readonly errors: ReturnType<typeof fieldErrors>;
}

interface PartProps {
  readonly part: Part;
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
  const part: Part = { values: edits.values, edit: edits.edit, errors: fieldErrors(edits.error) };
  const submit = () => {
    edits.save();
  };
  return (
    <Form onSubmit={submit}>
      <fieldset disabled={!canWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack isNarrow>
          <GuidancePanel part={part} />
          <CodePanel part={part} />
          <ScopePanel part={part} />
          <PullRequestsPanel part={part} />
          <LimitsPanel part={part} />
          {canWrite && <SaveBar edits={edits} names={names} />}
        </Stack>
      </fieldset>
    </Form>
  );
}

function GuidancePanel({ part }: PartProps): ReactElement {
  const { values, edit, errors } = part;
  return (
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
      <ListField
        part={part}
        field="guidePaths"
        label="Style guides"
        hint="Files in the repository that the agent reads first, one per line."
      />
    </Panel>
  );
}

function CodePanel({ part: { values, edit, errors } }: PartProps): ReactElement {
  return (
    <>
      <ContextRepositories
        repositories={values.contextRepositories}
        error={errors['contextRepositories']}
        onChange={(contextRepositories) => edit({ contextRepositories })}
      />
      {values.contextRepositories.length > 0 && (
        <Checkbox
          label="Code anchors"
          hint="In comments that readers don’t see, changed pages name the code that supports their claims. If this code changes, the page is reported as stale."
          isChecked={values.codeAnchors}
          onChange={(codeAnchors) => edit({ codeAnchors })}
        />
      )}
    </>
  );
}

function ScopePanel({ part }: PartProps): ReactElement {
  const { values, edit } = part;
  return (
    <Panel title="What it may change">
      <Columns>
        <ListField
          part={part}
          field="allowPaths"
          label="Only these files"
          hint="Globs relative to the docs folder, one per line. Name other file types by their extension, such as *.css."
        />
        <ListField
          part={part}
          field="denyPaths"
          label="Never these files"
          hint="Globs. The agent never changes pipelines, packages, programs or review rules."
        />
      </Columns>
      <Checkbox
        label="Scripts"
        hint=".js, .jsx and .tsx files, which run in readers’ browsers."
        isChecked={values.allowScripts}
        onChange={(allowScripts) => edit({ allowScripts })}
      />
      <Checkbox
        label="Review of its changes"
        hint="The model reviews its changes once. If it finds problems, the pull request becomes a draft. This takes one more model response."
        isChecked={values.reviewsChanges}
        onChange={(reviewsChanges) => edit({ reviewsChanges })}
      />
      <ListField
        part={part}
        field="fetchHosts"
        label="Hosts it can fetch from"
        hint="One per line. If empty, the agent can’t fetch pages."
      />
    </Panel>
  );
}

function PullRequestsPanel({ part }: PartProps): ReactElement {
  const { values, edit } = part;
  return (
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
        <ListField part={part} field="labels" label="Labels" hint="One per line." />
        <ListField part={part} field="reviewers" label="Reviewers" hint="User names on the code host, one per line." />
      </Columns>
    </Panel>
  );
}

function LimitsPanel({ part: { values, edit, errors } }: PartProps): ReactElement {
  return (
    <Panel title="Limits per turn">
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

interface ListFieldProps extends PartProps {
  readonly field: ListName;
  readonly label: string;
  readonly hint: string;
}

/** A list with one item per line. The input isn't reformatted until the field loses focus. */
function ListField({ part, field, label, hint }: ListFieldProps): ReactElement {
  const [text, setText] = useState<string>();
  return (
    <TextArea
      label={label}
      hint={hint}
      error={part.errors[field]}
      isMono
      rows={3}
      value={text ?? part.values[field].join('\n')}
      onChange={(next) => {
        setText(next);
        part.edit({ [field]: splitLines(next) });
      }}
      onBlur={() => setText(undefined)}
    />
  );
}
