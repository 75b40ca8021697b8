import { useId, type ReactElement, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Columns } from '../ui/layout.tsx';
import { listKnownModels, providerPages, type ModelUse } from './known-models.ts';
import { isLocal, providerLabels, withModel, withProvider, type ModelDraft } from './model-draft.ts';
import type { Provider } from './provider.ts';
import styles from './models.module.css';

export interface ModelEntryProps {
  readonly draft: ModelDraft;
  readonly use: ModelUse;
  readonly onChange: (draft: ModelDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

const needsAddress = (provider: Provider): boolean => provider === 'openai-compatible' || provider === 'azure';

const describePrices = ([input, output]: readonly [number, number]): string =>
  input + output === 0 ? 'Free: runs on your own machine' : `$${input} in, $${output} out, per million tokens`;

const ExternalLink = ({ href, children }: { readonly href: string; readonly children: string }): ReactElement => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
);

function describeAddress(provider: Provider): string | undefined {
  if (isLocal(provider))
    return 'The address at which the server can reach it. The operator must allow it in DOCWRIGHT_PRIVATE_MODEL_HOSTS.';
  return needsAddress(provider) ? undefined : 'Defaults to the provider’s address.';
}

export function ModelEntry({ draft, use, onChange, onRemove }: ModelEntryProps): ReactElement {
  const isBuiltin = draft.provider === 'builtin';
  const set: Set = (change) => onChange({ ...draft, ...change });
  return (
    <div className={styles['entry']}>
      <Columns>
        <ModelFields draft={draft} use={use} onChange={onChange} />
        {!isBuiltin && <ConnectionFields draft={draft} set={set} />}
      </Columns>
      {!isBuiltin && (
        <Columns>
          <PriceFields draft={draft} set={set} />
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

function ModelFields({ draft, use, onChange }: Omit<ModelEntryProps, 'onRemove'>): ReactElement {
  const known = listKnownModels(draft.provider, use);
  const listId = useId();
  return (
    <>
      <SelectField
        label="Provider"
        value={draft.provider}
        choices={(Object.keys(providerLabels) as Provider[]).map((value) => ({ value, label: providerLabels[value] }))}
        onChange={(provider) => onChange(withProvider(draft, provider))}
      />
      <TextField
        label="Model"
        hint={known[0] && `For example, ${known[0].model}.`}
        list={listId}
        required
        maxLength={200}
        value={draft.model}
        onChange={(model) => onChange(withModel(draft, model, use))}
      />
      <datalist id={listId}>
        {known.map(({ model, prices }) => (
          <option key={model} value={model}>
            {prices && describePrices(prices)}
          </option>
        ))}
      </datalist>
    </>
  );
}

type Set = (change: Partial<ModelDraft>) => void;

interface FieldsProps {
  readonly draft: ModelDraft;
  readonly set: Set;
}

/** The provider's address and key. */
function ConnectionFields({ draft: { provider, apiKey, baseUrl, region }, set }: FieldsProps): ReactElement {
  return (
    <>
      <TextField
        label="API key"
        hint={describeKey(provider)}
        type="password"
        autoComplete="off"
        maxLength={5000}
        value={apiKey}
        onChange={(value) => set({ apiKey: value })}
      />
      {provider === 'bedrock' ? (
        <TextField label="Region" required maxLength={50} value={region} onChange={(value) => set({ region: value })} />
      ) : (
        <TextField
          label="API address"
          hint={describeAddress(provider)}
          type="url"
          required={needsAddress(provider)}
          maxLength={500}
          value={baseUrl}
          onChange={(value) => set({ baseUrl: value })}
        />
      )}
    </>
  );
}

function describeKey(provider: Provider): ReactNode {
  const pages = providerPages[provider];
  if (pages === undefined) return isLocal(provider) ? 'Leave empty unless the model server requires one.' : undefined;
  return (
    <>
      <ExternalLink href={pages.keys}>Create a key</ExternalLink> at the provider.
    </>
  );
}

function PriceFields({ draft, set }: FieldsProps): ReactElement {
  return (
    <>
      <TextField
        label="Input price"
        hint="US dollars per million tokens."
        type="number"
        step="any"
        min={0}
        value={draft.inputUsdPerMillion}
        onChange={(inputUsdPerMillion) => set({ inputUsdPerMillion })}
      />
      <TextField
        label="Output price"
        hint={describePriceSource(draft.provider)}
        type="number"
        step="any"
        min={0}
        value={draft.outputUsdPerMillion}
        onChange={(outputUsdPerMillion) => set({ outputUsdPerMillion })}
      />
    </>
  );
}

function describePriceSource(provider: Provider): ReactNode {
  const pages = providerPages[provider];
  if (pages === undefined)
    return 'US dollars per million tokens. Without prices, costs are unknown and budgets don’t count them.';
  return (
    <>
      Compare with the <ExternalLink href={pages.prices}>provider’s prices</ExternalLink>: list prices are filled in and
      may have changed.
    </>
  );
}
