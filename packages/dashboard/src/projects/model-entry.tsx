import type { ReactElement } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Columns } from '../ui/layout.tsx';
import { isLocal, providerLabels, withProvider, type ModelDraft, type Provider } from './model-draft.ts';
import styles from './projects.module.css';

export interface ModelEntryProps {
  readonly draft: ModelDraft;
  readonly onChange: (draft: ModelDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

const needsAddress = (provider: Provider): boolean => provider === 'openai-compatible' || provider === 'azure';

function describeAddress(provider: Provider): string | undefined {
  if (isLocal(provider))
    return 'As reached from the server. The operator must allow it in DOCWRIGHT_PRIVATE_MODEL_HOSTS.';
  return needsAddress(provider) ? undefined : 'Defaults to the provider’s address.';
}

export function ModelEntry({ draft, onChange, onRemove }: ModelEntryProps): ReactElement {
  const set = (change: Partial<ModelDraft>) => onChange({ ...draft, ...change });
  const isBuiltin = draft.provider === 'builtin';
  return (
    <div className={styles['entry']}>
      <Columns>
        <SelectField
          label="Provider"
          value={draft.provider}
          choices={(Object.keys(providerLabels) as Provider[]).map((value) => ({
            value,
            label: providerLabels[value],
          }))}
          onChange={(provider) => onChange(withProvider(draft, provider))}
        />
        <TextField label="Model" required maxLength={200} value={draft.model} onChange={(model) => set({ model })} />
        {!isBuiltin && (
          <TextField
            label="API key"
            hint={isLocal(draft.provider) ? 'Leave empty unless the model server requires one.' : undefined}
            type="password"
            autoComplete="off"
            maxLength={5000}
            value={draft.apiKey}
            onChange={(apiKey) => set({ apiKey })}
          />
        )}
        {!isBuiltin && draft.provider !== 'bedrock' && (
          <TextField
            label="API address"
            hint={describeAddress(draft.provider)}
            type="url"
            required={needsAddress(draft.provider)}
            maxLength={500}
            value={draft.baseUrl}
            onChange={(baseUrl) => set({ baseUrl })}
          />
        )}
        {draft.provider === 'bedrock' && (
          <TextField
            label="Region"
            required
            maxLength={50}
            value={draft.region}
            onChange={(region) => set({ region })}
          />
        )}
      </Columns>
      {!isBuiltin && (
        <Columns>
          <TextField
            label="US dollars per million input tokens"
            type="number"
            step="any"
            min={0}
            value={draft.inputUsdPerMillion}
            onChange={(inputUsdPerMillion) => set({ inputUsdPerMillion })}
          />
          <TextField
            label="US dollars per million output tokens"
            type="number"
            step="any"
            min={0}
            value={draft.outputUsdPerMillion}
            onChange={(outputUsdPerMillion) => set({ outputUsdPerMillion })}
          />
        </Columns>
      )}
      {onRemove && (
        <div className={styles['foot']}>
          <Button isSmall kind="danger" onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </div>
  );
}
