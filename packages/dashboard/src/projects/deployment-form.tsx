import type { Project } from '@docwright/sdk';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { deploymentsKey, type Site } from '../deployments/queries.ts';
import { siteSettingNames, SiteSettings, type SiteSettingsValues } from '../deployments/site-settings.tsx';
import { joinEdits, type FormEdits } from '../editing/join-edits.ts';
import { SaveBar } from '../editing/save-bar.tsx';
import { useEdits, type Edits } from '../editing/use-edits.ts';
import { Checkbox, RadioGroup } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel, Stack } from '../ui/layout.tsx';
import { canHave, featureHints, featureLabels, notOffered, type FeatureName } from './feature-labels.ts';
import { kindHints, kindLabels, kinds } from '../project-data/kind-labels.ts';
import { useProjectEdits } from './use-project-edits.ts';

const names = { deploymentKind: 'Where the site runs', features: 'Features', ...siteSettingNames };

type ProjectEdits = Edits<Project, 'deploymentKind' | 'features'>;

export interface DeploymentFormProps {
  readonly project: Project;
  /** `undefined` if the project has no live site, or if the user isn't allowed to see it. */
  readonly site: Site | undefined;
}

/** All settings for publishing a site, saved by one button. */
export function DeploymentForm({ project, site }: DeploymentFormProps): ReactElement {
  const edits = useProjectEdits(project, ['deploymentKind', 'features']);
  if (site !== undefined) return <FormWithSite edits={edits} site={site} />;
  return (
    <FormFrame saving={edits}>
      <ProjectPanels edits={edits} />
      {!hasLiveSite(project) && (
        <Panel title="Live site">
          {hasLiveSite(edits.values)
            ? 'Save to publish the site here. Its settings then appear on this tab.'
            : whyNoLiveSite(edits.values)}
        </Panel>
      )}
    </FormFrame>
  );
}

function FormWithSite({ edits, site }: { readonly edits: ProjectEdits; readonly site: Site }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const { projectId } = site;
  const siteEdits = useEdits<SiteSettingsValues & { readonly updatedAt: string }, keyof SiteSettingsValues>({
    stored: { ...site.settings, updatedAt: site.updatedAt },
    fields: ['previews', 'requireNoErrors', 'requireForkApproval', 'basePath', 'previewAccess'],
    save: (changed, ifMatch) => client.updateSite({ projectId, ...changed }, { ifMatch: ifMatch ?? undefined }),
    reload: () => queryClient.invalidateQueries({ queryKey: deploymentsKey(projectId) }),
  });
  const isLive = hasLiveSite(edits.values);
  return (
    // The service rejects a live site's settings if the same save ends the live site.
    <FormFrame saving={joinEdits(isLive ? [edits, siteEdits] : [edits])}>
      <ProjectPanels edits={edits} />
      {isLive ? (
        <SiteSettings
          values={siteEdits.values}
          edit={siteEdits.edit}
          errors={fieldErrors(siteEdits.error)}
          stored={site.settings}
        />
      ) : (
        <Panel title="Live site">
          {whyNoLiveSite(edits.values)} If you save this, the site at {site.url} is taken offline.
        </Panel>
      )}
    </FormFrame>
  );
}

function FormFrame({ saving, children }: { readonly saving: FormEdits; readonly children: ReactNode }): ReactElement {
  const canWrite = useCan('projects:write');
  const submit = () => {
    saving.save();
  };
  return (
    <Form onSubmit={submit}>
      <fieldset disabled={!canWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack isNarrow>
          {children}
          {canWrite && <SaveBar edits={saving} names={names} />}
        </Stack>
      </fieldset>
    </Form>
  );
}

function ProjectPanels({ edits }: { readonly edits: ProjectEdits }): ReactElement {
  const { deploymentKind, features } = edits.values;
  const offered = (Object.keys(features) as FeatureName[]).filter((feature) => !notOffered.has(feature));
  return (
    <>
      <Panel title="Where the site runs">
        <RadioGroup
          label="Where the site runs"
          isLabelHidden
          value={deploymentKind}
          choices={kinds.map((value) => ({ value, label: kindLabels[value], hint: kindHints[value] }))}
          onChange={(next) => edits.edit({ deploymentKind: next })}
        />
      </Panel>
      <Panel title="Features" text="Changes take effect with the next deployment or export.">
        {offered.map((feature) => {
          const isPossible = canHave(deploymentKind, feature);
          return (
            <Checkbox
              key={feature}
              label={featureLabels[feature]}
              hint={
                isPossible
                  ? featureHints[feature]
                  : `Not available: ${kindLabels[deploymentKind].toLowerCase()} sites can’t send requests to services.`
              }
              isChecked={features[feature] && isPossible}
              isDisabled={!isPossible}
              onChange={(isOn) => edits.edit({ features: { ...features, [feature]: isOn } })}
            />
          );
        })}
      </Panel>
    </>
  );
}
