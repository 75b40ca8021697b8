import type { ModelTests } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { Notice } from '../ui/notice.tsx';

/** The result of testing a project's models. */
export function ModelTestNotice({ tests }: { readonly tests: ModelTests }): ReactElement {
  return (
    <Notice tone={tests.works ? 'good' : 'warn'} title={tests.works ? 'It works' : 'It doesn’t work'} isLive>
      {tests.models.map(({ model, line }) => (
        // A working model's line begins with its name.
        <div key={model}>{line.startsWith(model) ? line : `${model}: ${line}`}</div>
      ))}
    </Notice>
  );
}
