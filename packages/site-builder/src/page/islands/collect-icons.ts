import type { ChildParts, ComponentHandler, RenderContext } from '../component.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import { iconKey } from './built-answers.ts';

/** Maximum number of names: a module with more contains a list of data. */
const maxNames = 100;

/**
 * Values bound to a name that ends in "icon": `icon="x"`, `icon={open ? 'x' : 'y'}`, `const icon = …;`, `icon: 'x'`.
 */
const iconValue = /\w*icons?\s*[=:]\s*(?:\{([^{}]{1,300})\}|("[^"]*"|'[^']*')|([^;\n]{1,300}))/gi;

const noChildren: ChildParts = { html: () => '', parts: () => [], text: () => '' };

export interface IconRequest {
  readonly code: string;
  /** The built-in components that the module uses. */
  readonly handlers: readonly ComponentHandler[];
  readonly draw: (spec: IconSpec) => string | undefined;
}

/**
 * Maps `iconKey`s to the icons, without size and color, that a module can show after its initial state: those named in
 * its text, and those that its built-in components draw themselves.
 */
export function collectIcons({ code, handlers, draw }: IconRequest): Readonly<Record<string, string>> {
  const specs: IconSpec[] = [];
  const page = silentPage((spec) => specs.push(spec));
  for (const handler of handlers) handler({}, noChildren, page);
  const names = new Set(
    [...code.matchAll(iconValue)].flatMap(([, braced, quoted, open]) =>
      [...(braced ?? quoted ?? open ?? '').matchAll(/["']([\w./:-]{1,80})["']/g)].map(([, name = '']) => name),
    ),
  );
  for (const name of [...names].slice(0, maxNames)) specs.push({ name });
  const icons: Record<string, string> = {};
  for (const { name, style, library } of specs) {
    const spec = { name, ...(style === undefined ? {} : { style }), ...(library === undefined ? {} : { library }) };
    const svg = draw(spec);
    if (svg !== undefined) icons[iconKey(spec)] = svg;
  }
  return icons;
}

function silentPage(icon: (spec: IconSpec) => void): RenderContext {
  const same = (text: string): string => text;
  return {
    page: { path: '', sourcePath: '', title: '' },
    features: {
      offlineSearch: false,
      search: false,
      assistant: false,
      analytics: false,
      feedback: false,
      playground: false,
      socialImages: false,
      aiLinks: false,
    },
    icon: (spec) => {
      icon(spec);
      return '';
    },
    inlineMarkdown: same,
    blockMarkdown: same,
    word: same,
    math: same,
    codeBlock: () => '',
    href: same,
    asset: same,
    imageSize: () => undefined,
    uniqueId: same,
    counter: () => 0,
    addHeading: () => {},
    report: () => {},
  };
}
