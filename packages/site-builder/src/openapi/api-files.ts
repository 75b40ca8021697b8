import { readFileSync } from 'node:fs';

import { hashedFile } from '../client-scripts/hashed-file.ts';
import type { OutputFile } from '../model.ts';

export interface ApiPageFiles {
  /** Bundle path of the style sheet of API pages. */
  readonly stylesheet: string;
  /** Bundle path of the small module that shows the playground's button and fetches the rest; undefined without playground. */
  readonly script: string | undefined;
  readonly files: readonly OutputFile[];
}

/** What a site with API pages ships, under `_docwright/api/`. `playground` is the site's feature of that name. */
export function apiPageFiles({ playground }: { readonly playground: boolean }): ApiPageFiles {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const stylesheet = hashedFile('_docwright/api/api', 'css', read('./api.css'));
  if (!playground) return { stylesheet: stylesheet.path, script: undefined, files: [stylesheet] };
  const panel = hashedFile('_docwright/api/playground', 'js', read('./playground.generated.js'));
  const opener = read('./open-playground.generated.js').replace('./playground.js', `./${panel.path.split('/').at(-1)}`);
  const script = hashedFile('_docwright/api/open-playground', 'js', opener);
  return { stylesheet: stylesheet.path, script: script.path, files: [stylesheet, script, panel] };
}
