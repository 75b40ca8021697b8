import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, SyntheticEvent } from 'react';
import { useCan, useCanSeeSystem } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { SaveBar } from '../editing/save-bar.tsx';
import { systemQuery, type System } from '../settings/queries.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Checkbox, RadioGroup } from '../ui/field.tsx';
import { Panel, Stack } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { featureLabels, notOffered, type FeatureName } from './feature-labels.ts';
import { kindHints, kindLabels, kinds, type Kind } from './kind-labels.ts';
import styles from './projects.module.css';
import { useProjectEdits } from './use-project-edits.ts';

const names = { deploymentKind: 'Deployment', features: 'Features' };

export function DeploymentForm({ project }: { readonly project: Project }): ReactElement {
  const canWrite = useCan('projects:write');
  const system = useQuery({ ...systemQuery(useClient()), enabled: useCanSeeSystem() });
  const edits = useProjectEdits(project, ['deploymentKind', 'features']);
  const { deploymentKind, features } = edits.values;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    edits.save();
  };
  const rows = system.data?.features.filter(({ feature }) => !notOffered.has(feature));
  const offered = (Object.keys(features) as FeatureName[]).filter((feature) => !notOffered.has(feature));
  const isConfigurable = (feature: FeatureName) =>
    rows === undefined || findSupport(rows, feature, deploymentKind) !== 'unavailable';
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!canWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack isNarrow>
          <Panel title="Where the site runs">
            <RadioGroup
              label="Deployment"
              value={deploymentKind}
              choices={kinds.map((value) => ({ value, label: kindLabels[value], hint: kindHints[value] }))}
              onChange={(next) => edits.edit({ deploymentKind: next })}
            />
          </Panel>
          <Panel
            title="Features"
            text="What each kind of deployment can have. Features marked “Configurable” are on if you turn them on below."
          >
            {rows === undefined && system.isLoading ? (
              <Skeleton lines={4} />
            ) : (
              rows && <FeatureTable rows={rows} current={deploymentKind} />
            )}
            {offered.map((feature) => (
              <Checkbox
                key={feature}
                label={featureLabels[feature]}
                hint={
                  isConfigurable(feature)
                    ? undefined
                    : `A ${kindLabels[deploymentKind].toLowerCase()} site can’t have this.`
                }
                isChecked={features[feature] && isConfigurable(feature)}
                isDisabled={!isConfigurable(feature)}
                onChange={(isOn) => edits.edit({ features: { ...features, [feature]: isOn } })}
              />
            ))}
          </Panel>
          {canWrite && <SaveBar edits={edits} names={names} />}
        </Stack>
      </fieldset>
    </form>
  );
}

type Support = System['features'][number]['deployments'][number]['support'];

const findSupport = (rows: System['features'], feature: string, kind: Kind): Support | undefined =>
  rows.find((row) => row.feature === feature)?.deployments.find((each) => each.kind === kind)?.support;

const tones: Readonly<Record<Support, Tone>> = { available: 'good', configurable: 'info', unavailable: 'neutral' };

interface FeatureTableProps {
  readonly rows: System['features'];
  readonly current: Kind;
}

function FeatureTable({ rows, current }: FeatureTableProps): ReactElement {
  return (
    // Focusable, so that a table wider than a phone can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['featureScroll']} tabIndex={0} role="region" aria-label="Feature table">
      <table className={styles['features']}>
        <thead>
          <tr>
            <th scope="col">Feature</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" data-current={kind === current}>
                {kindLabels[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.feature}>
              <th scope="row">{featureLabels[row.feature as FeatureName] ?? row.feature}</th>
              {kinds.map((kind) => {
                const support = findSupport(rows, row.feature, kind);
                return (
                  <td key={kind} data-current={kind === current}>
                    {support && <Badge tone={tones[support]}>{support}</Badge>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
