import type { Organization } from '@docwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { Loaded } from '../api/loaded.tsx';
import { SaveBar } from '../editing/save-bar.tsx';
import { useEdits } from '../editing/use-edits.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { CopyId } from '../ui/code-block.tsx';
import { Facts, Panel, Stack } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { organizationQuery } from './queries.ts';

const names = { name: 'Name' };

/** The limits of each plan; empty for the plan without limits. */
const plans: Record<Exclude<Organization['plan'], 'enterprise'>, string> = {
  free: 'Free: agent jobs, no static export.',
  pro: 'Pro: agent jobs, no static export.',
};

export function OrganizationForm(): ReactElement {
  const organization = useQuery(organizationQuery(useClient()));
  return <Loaded query={organization}>{(stored) => <OrganizationFields stored={stored} />}</Loaded>;
}

function OrganizationFields({ stored }: { readonly stored: Organization }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('organization:write');
  const edits = useEdits<Organization, 'name'>({
    stored,
    fields: ['name'],
    save: (changed, ifMatch) => client.updateOrganization(changed, { ifMatch: ifMatch ?? undefined }),
    reload: async () => {
      await queryClient.invalidateQueries({ queryKey: ['organization'] });
      await queryClient.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const { values, edit } = edits;
  const submit = () => {
    edits.save();
  };
  return (
    <Form onSubmit={submit}>
      <fieldset disabled={!canWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack isNarrow>
          <Panel title="Organization">
            <TextField
              label="Name"
              error={fieldErrors(edits.error)['name']}
              required
              maxLength={200}
              value={values.name}
              onChange={(name) => edit({ name })}
            />
            <Facts
              rows={[
                ['ID', <CopyId key="id" id={stored.id} what="organization ID" />],
                ['Created', <Time key="created" at={stored.createdAt} />],
              ]}
            />
          </Panel>
          {stored.plan !== 'enterprise' && (
            <Panel title="Plan">
              <Facts
                rows={[
                  ['Plan', plans[stored.plan]],
                  [
                    'Changed by',
                    <span key="by">
                      The installation’s operator, on the server: <code>docwright org set-plan</code>
                    </span>,
                  ],
                ]}
              />
            </Panel>
          )}
          {canWrite && <SaveBar edits={edits} names={names} />}
        </Stack>
      </fieldset>
    </Form>
  );
}
