import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useCan } from '../accounts/me.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import type { Site } from './queries.ts';

export interface BasePathFormProps {
  readonly site: Site;
  readonly isBusy: boolean;
  readonly onSave: (basePath: string) => void;
}

/** Where the site lies on its domain. */
export function BasePathForm({ site, isBusy, onSave }: BasePathFormProps): ReactElement {
  const canWrite = useCan('projects:write');
  const { basePath } = site.settings;
  const [value, setValue] = useState(basePath);
  const wanted = toBasePath(value);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    onSave(wanted);
  };
  return (
    <form onSubmit={save}>
      <Stack>
        <TextField
          label="Base path"
          hint="The path the site is served under, such as /docs on example.com. Leave empty if the site has its own domain. Changing it redeploys the site."
          value={value}
          isMono
          maxLength={200}
          placeholder="/docs"
          disabled={!canWrite}
          onChange={setValue}
        />
        {canWrite && (
          <Row>
            <Button type="submit" isBusy={isBusy} disabled={wanted === basePath}>
              Save base path
            </Button>
          </Row>
        )}
      </Stack>
    </form>
  );
}

/** As people write it: `docs`, `/docs/` and `/docs` are the same. */
const toBasePath = (text: string): string => {
  const path = text.trim().replaceAll(/^\/+|\/+$/g, '');
  return path === '' ? '' : `/${path}`;
};
