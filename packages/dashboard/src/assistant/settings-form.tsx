import type { Project } from '@docwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { Loaded } from '../api/loaded.tsx';
import { SaveBar } from '../editing/save-bar.tsx';
import { splitLines } from '../editing/split-lines.ts';
import { useEdits } from '../editing/use-edits.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { TurnOn } from '../project-data/turn-on.tsx';
import { Columns, Panel, Row, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './assistant.module.css';
import { ModelChoice } from './model-choice.tsx';
import { assistantQuery, type AssistantSettings } from './queries.ts';

const names = {
  enabled: 'Switch',
  name: 'Name',
  greeting: 'Greeting',
  starters: 'Starter questions',
  model: 'Model',
  instructions: 'Instructions',
  tone: 'Tone',
  messagesPerMinute: 'Messages per minute per address',
  monthlyBudgetUsd: 'Monthly budget',
  visitorDailyBudgetUsd: 'Daily budget per visitor',
  retentionDays: 'Days',
  fallback: 'Link',
} as const;
type FieldName = keyof typeof names;
const fields = Object.keys(names) as readonly FieldName[];

export function SettingsForm({ project }: { readonly project: Project }): ReactElement {
  const settings = useQuery(assistantQuery(useClient(), project.id));
  return (
    <Loaded query={settings}>
      {(stored) => (
        <>
          {!project.features.assistant && (
            <Notice tone="warn" title="The assistant isn’t shown on pages">
              <Row>
                Once turned on, it appears with the next deployment.
                <TurnOn project={project} features={['assistant']} label="the assistant" />
              </Row>
            </Notice>
          )}
          <SettingsFields projectId={project.id} stored={stored} />
        </>
      )}
    </Loaded>
  );
}

interface SettingsFieldsProps {
  readonly projectId: string;
  readonly stored: AssistantSettings;
}

type Values = Pick<AssistantSettings, FieldName>;

/** The values for each part of the form, and a function that changes them. */
interface PartProps {
  readonly values: Values;
  readonly edit: (change: Partial<Values>) => void;
  readonly errors: ReturnType<typeof fieldErrors>;
}

function SettingsFields({ projectId, stored }: SettingsFieldsProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const edits = useEdits<AssistantSettings, FieldName>({
    stored,
    fields,
    save: (changed, ifMatch) =>
      client.updateAssistantSettings({ projectId, ...changed }, { ifMatch: ifMatch ?? 'null' }),
    reload: () => queryClient.invalidateQueries({ queryKey: ['assistant', projectId] }),
  });
  const part: PartProps = { values: edits.values, edit: edits.edit, errors: fieldErrors(edits.error) };
  const submit = () => {
    edits.save();
  };
  return (
    <Form onSubmit={submit}>
      <fieldset disabled={!canWrite} className={styles['fields']}>
        <Stack isNarrow>
          <AppearancePanel {...part} />
          <Panel title="Answers">
            <ModelChoice projectId={projectId} value={edits.values.model} onChange={(model) => edits.edit({ model })} />
            <AnswerFields {...part} />
          </Panel>
          <LimitsPanel {...part} spentUsd={stored.spentThisMonthUsd} />
          <StoragePanel {...part} />
          {canWrite && <SaveBar edits={edits} names={names} />}
        </Stack>
      </fieldset>
    </Form>
  );
}

function AppearancePanel({ values, edit, errors }: PartProps): ReactElement {
  const [text, setText] = useState<string>();
  return (
    <Panel title="What readers see">
      <Checkbox
        label="Answer questions"
        hint="On the live site and through the API, starting with the next question."
        isChecked={values.enabled}
        onChange={(enabled) => edit({ enabled })}
      />
      <TextField
        label="Name"
        hint="Title of the panel. If empty, a default title in the page’s language is used."
        error={errors['name']}
        maxLength={60}
        value={values.name}
        onChange={(name) => edit({ name })}
      />
      <TextArea
        label="Greeting"
        placeholder="Hi! What are you building?"
        error={errors['greeting']}
        rows={2}
        maxLength={500}
        value={values.greeting}
        onChange={(greeting) => edit({ greeting })}
      />
      <TextArea
        label="Starter questions"
        hint="One per line, at most six."
        placeholder={'How do I install it?\nWhere do I find my API key?'}
        error={errors['starters']}
        rows={4}
        value={text ?? values.starters.join('\n')}
        onChange={(next) => {
          setText(next);
          edit({ starters: splitLines(next) });
        }}
        onBlur={() => setText(undefined)}
      />
    </Panel>
  );
}

function AnswerFields({ values, edit, errors }: PartProps): ReactElement {
  const { fallback } = values;
  const change = (next: { readonly label?: string; readonly url?: string }) => {
    const { label, url } = { label: fallback?.label ?? '', url: fallback?.url ?? '', ...next };
    edit({ fallback: label === '' && url === '' ? null : { label, url } });
  };
  return (
    <>
      <SelectField
        label="Tone"
        hint="Applies to model answers; quoted passages are unchanged."
        value={values.tone}
        choices={[
          { value: 'neutral', label: 'Neutral' },
          { value: 'friendly', label: 'Friendly' },
          { value: 'formal', label: 'Formal' },
        ]}
        onChange={(tone) => edit({ tone })}
      />
      <TextArea
        label="Instructions"
        hint="Terms and names for the model. Readers can discover these instructions."
        error={errors['instructions']}
        rows={4}
        maxLength={4000}
        value={values.instructions}
        onChange={(instructions) => edit({ instructions })}
      />
      <Columns>
        <TextField
          label="Link text if the pages don’t have an answer"
          error={errors['fallback/label']}
          placeholder="Ask our support"
          maxLength={100}
          value={fallback?.label ?? ''}
          onChange={(label) => change({ label })}
        />
        <TextField
          label="Link or email address"
          hint="https://… or mailto:…"
          error={errors['fallback/url'] ?? errors['fallback']}
          placeholder="mailto:help@example.com"
          maxLength={500}
          value={fallback?.url ?? ''}
          onChange={(url) => change({ url })}
        />
      </Columns>
    </>
  );
}

const usd = (amount: number): string => amount.toLocaleString('en', { style: 'currency', currency: 'USD' });
const toBudget = (text: string): number | null => (text === '' ? null : Number(text));

function LimitsPanel({ values, edit, errors, spentUsd }: PartProps & { readonly spentUsd: number }): ReactElement {
  return (
    <Panel
      title="Limits"
      text="Budgets need the prices of the project’s models. When a budget is spent, answers quote passages from the pages."
    >
      <Columns>
        <TextField
          label="Monthly budget (US dollars)"
          hint={values.monthlyBudgetUsd === null ? 'Leave empty for no limit.' : `${usd(spentUsd)} spent this month.`}
          error={errors['monthlyBudgetUsd']}
          type="number"
          step="any"
          min={0.001}
          value={values.monthlyBudgetUsd ?? ''}
          onChange={(text) => edit({ monthlyBudgetUsd: toBudget(text) })}
        />
        <TextField
          label="Daily budget per visitor (US dollars)"
          hint="Leave empty for no limit."
          error={errors['visitorDailyBudgetUsd']}
          type="number"
          step="any"
          min={0.001}
          value={values.visitorDailyBudgetUsd ?? ''}
          onChange={(text) => edit({ visitorDailyBudgetUsd: toBudget(text) })}
        />
        <TextField
          label="Messages per minute per address"
          error={errors['messagesPerMinute']}
          type="number"
          min={1}
          max={1000}
          required
          value={values.messagesPerMinute}
          onChange={(text) => edit({ messagesPerMinute: Number(text) })}
        />
      </Columns>
    </Panel>
  );
}

function StoragePanel({ values, edit, errors }: PartProps): ReactElement {
  const keeps = values.retentionDays > 0;
  return (
    <Panel title="Conversations">
      <Checkbox
        label="Store questions and answers"
        hint="Stored without visitor identity. Turning this off deletes all stored conversations."
        isChecked={keeps}
        onChange={(isOn) => edit({ retentionDays: isOn ? 30 : 0 })}
      />
      {keeps && (
        <TextField
          label="Days to store them"
          error={errors['retentionDays']}
          type="number"
          min={1}
          max={365}
          required
          value={values.retentionDays}
          onChange={(text) => edit({ retentionDays: Number(text) })}
        />
      )}
    </Panel>
  );
}
