import {
  autocompletion,
  insertCompletionText,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { frontmatterKeys } from '@docwright/doc-agent/frontmatter-keys';
import { isImage, isPage, toPageLink } from '../docs-tree.ts';
import { componentTable } from './component-table.generated.ts';
import { furtherCompletion } from './further-completion.ts';
import { findCompletion, type CompletionPlace } from './find-completion.ts';

/** Tags and code blocks that start further back aren't found. */
const LONGEST_LOOK_BACK = 20_000;

/** @param listPaths lists the paths of all files; called for each completion */
export function completeMdx(listPaths: () => readonly string[]): Extension {
  return autocompletion({
    override: [(context) => complete(context, listPaths), completeFurther],
    icons: false,
    // A space or a quote doesn't start completion, but the next letter does.
    activateOnTyping: true,
  });
}

async function completeFurther(context: CompletionContext): Promise<CompletionResult | null> {
  for (const source of context.state.facet(furtherCompletion)) {
    const result = await source(context);
    if (result !== null) return result;
  }
  return null;
}

function complete(context: CompletionContext, listPaths: () => readonly string[]): CompletionResult | null {
  const { state, pos } = context;
  const start = Math.max(0, pos - LONGEST_LOOK_BACK);
  const place = findCompletion(state.sliceDoc(start, pos), start === 0);
  if (place === undefined) return null;
  const isTyped = start + place.from < pos;
  // Otherwise, frontmatter keys and props would appear after each space.
  if (!isTyped && !context.explicit && place.kind === 'prop') return null;
  if (!isTyped && !context.explicit && place.kind === 'frontmatter') return null;
  const options = listOptions(place, listPaths);
  return options.length === 0 ? null : { from: start + place.from, options, validFor: /^[\w./:-]*$/ };
}

function listOptions(place: CompletionPlace, listPaths: () => readonly string[]): readonly Completion[] {
  switch (place.kind) {
    case 'component':
      return Object.keys(componentTable).map((name) => ({ label: name, type: 'class' }));
    case 'closing':
      return [{ label: place.name, apply: `${place.name}>` }];
    case 'prop':
      return Object.entries(componentTable[place.component] ?? {})
        .filter(([prop]) => !place.used.includes(prop))
        .map(([prop, text]) => withInfo({ label: prop, apply: snippet(`${prop}="#{}"`) }, text));
    case 'link':
      return listPaths()
        .filter(isPage)
        .map((path) => ({ label: toPageLink(path) }));
    case 'media':
      return listPaths()
        .filter(isImage)
        .map((path) => ({ label: `/${path}` }));
    case 'frontmatter':
      return Object.entries(frontmatterKeys)
        .filter(([key]) => !place.used.includes(key))
        .map(([key, { about }]) =>
          withInfo(
            {
              label: key,
              apply: (view, _completion, from, to) =>
                view.dispatch(insertCompletionText(view.state, `${key}: `, from, to)),
            },
            about,
          ),
        );
  }
}

const withInfo = (completion: Completion, info: string): Completion =>
  info === '' ? completion : { ...completion, info };
