/**
 * The properties that a drawing's own style may set: how shapes are painted, but nothing that loads, moves or restyles
 * the page.
 */
const properties = new Set(
  (
    'fill fill-rule fill-opacity clip-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray ' +
    'stroke-dashoffset stroke-opacity opacity stop-color stop-opacity'
  ).split(' '),
);
const maxRules = 200;
/** Maximum length of a style sheet. Longer ones don't belong to an icon, and parsing must not take long. */
const maxChars = 10_000;

export interface SvgStyle {
  /** Presentation attributes of an element, which override its own. */
  of(tag: string, attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string>;
}

interface Rule {
  readonly kind: 'tag' | 'class' | 'id';
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

const weight = { tag: 0, class: 1, id: 2 } as const;

/**
 * The `<style>` of a drawing and the `style` of its elements, as attributes: otherwise they would apply to the whole
 * page. Rules for one tag, class or ID are read, because drawing programs write such rules; rules inside `@media`
 * aren't.
 */
export function readSvgStyle(sheet: string): SvgStyle {
  const css = sheet
    .slice(0, maxChars)
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .slice(0, maxRules)
    .flatMap(([, selectors = '', body = '']) => toRules(selectors, readDeclarations(body)))
    .toSorted((a, b) => weight[a.kind] - weight[b.kind]);
  return {
    of(tag, attributes) {
      const classes = new Set((attributes.get('class') ?? attributes.get('classname') ?? '').split(/\s+/));
      const values = new Map<string, string>();
      for (const { kind, name, values: declared } of rules) {
        const matches =
          kind === 'tag' ? name === tag : kind === 'id' ? name === attributes.get('id') : classes.has(name);
        if (matches) for (const [property, value] of declared) values.set(property, value);
      }
      for (const [property, value] of readDeclarations(attributes.get('style') ?? '')) values.set(property, value);
      return values;
    },
  };
}

function toRules(selectors: string, values: ReadonlyMap<string, string>): Rule[] {
  return selectors.split(',').flatMap((selector): Rule[] => {
    const match = /^([.#]?)([\w-]+)$/.exec(selector.trim());
    if (match === null) return [];
    const [, sign, name = ''] = match;
    const kind = sign === '.' ? 'class' : sign === '#' ? 'id' : 'tag';
    return [{ kind, name: kind === 'tag' ? name.toLowerCase() : name, values }];
  });
}

function readDeclarations(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const declaration of text.split(';')) {
    const [, property = '', value = ''] = /^\s*([\w-]+)\s*:\s*(.*?)\s*(?:!important\s*)?$/s.exec(declaration) ?? [];
    const name = property.toLowerCase();
    if (properties.has(name) && value !== '' && value.length <= 200) values.set(name, value);
  }
  return values;
}
