import fc from 'fast-check';

/** The reader restrictions at one position in a random site. */
export type RandomRule =
  | { readonly kind: 'none' }
  | { readonly kind: 'public'; readonly value: boolean }
  | { readonly kind: 'groups'; readonly includes: readonly string[]; readonly excludes: readonly string[] };

export interface RandomPlace {
  readonly option: number;
  /** The rules of the groups around the page, outermost first. */
  readonly groups: readonly RandomRule[];
}

export interface RandomPage {
  readonly rule: RandomRule;
  /** `[]` for a page outside the navigation. */
  readonly places: readonly RandomPlace[];
  readonly snippets: readonly number[];
  readonly picture: 'none' | 'markdown' | 'jsx' | 'put together';
  readonly isChangelog: boolean;
}

export interface RandomSchema {
  readonly rule: RandomRule;
  readonly properties: readonly RandomRule[];
  readonly variants: readonly RandomRule[];
  readonly values: readonly RandomRule[];
}

export interface RandomSpec {
  readonly file: 'api.json' | 'api.yaml';
  readonly option: number;
  readonly rule: RandomRule;
  readonly schemas: readonly RandomSchema[];
  readonly operations: readonly { readonly rule: RandomRule; readonly path: RandomRule; readonly schema: number }[];
}

export interface RandomSite {
  readonly isProtected: boolean;
  readonly division: 'tabs' | 'versions' | 'products' | 'dropdowns' | 'anchors' | 'languages';
  /** Rules of the options of the division. */
  readonly options: readonly RandomRule[];
  readonly pages: readonly RandomPage[];
  readonly spec: RandomSpec | undefined;
}

const none: RandomRule = { kind: 'none' };
const groups = (includes: readonly string[], excludes: readonly string[] = []): RandomRule => ({
  kind: 'groups',
  includes,
  excludes,
});
const groupRules = [groups(['a']), groups(['b']), groups(['a', 'c']), groups(['*'], ['b']), groups(['c*'])];
const rule = fc.constantFrom<RandomRule[]>(
  none,
  none,
  none,
  none,
  ...groupRules,
  { kind: 'public', value: true },
  { kind: 'public', value: false },
);
/** Parts of specifications can be restricted only by groups. */
const partRule = fc.constantFrom<RandomRule[]>(none, none, none, ...groupRules);

const maxOptions = 3;
export const snippetCount = 3;

const place = fc.record({ option: fc.nat({ max: maxOptions - 1 }), groups: fc.array(rule, { maxLength: 3 }) });
const page: fc.Arbitrary<RandomPage> = fc.record({
  rule,
  places: fc.oneof({ weight: 4, arbitrary: fc.array(place, { minLength: 1, maxLength: 2 }) }, fc.constant([])),
  snippets: fc.uniqueArray(fc.nat({ max: snippetCount - 1 }), { maxLength: 2 }),
  picture: fc.constantFrom('none', 'markdown', 'jsx', 'put together'),
  isChangelog: fc.boolean(),
});
const schema: fc.Arbitrary<RandomSchema> = fc.record({
  rule: partRule,
  properties: fc.array(partRule, { maxLength: 2 }),
  variants: fc.array(partRule, { maxLength: 2 }),
  values: fc.array(partRule, { maxLength: 2 }),
});
const spec: fc.Arbitrary<RandomSpec> = fc.record({
  file: fc.constantFrom('api.json', 'api.yaml'),
  option: fc.nat({ max: maxOptions - 1 }),
  rule,
  schemas: fc.array(schema, { minLength: 1, maxLength: 3 }),
  operations: fc.array(fc.record({ rule: partRule, path: partRule, schema: fc.nat({ max: 2 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** Sites with groups on everything that can have groups. */
export const randomSite: fc.Arbitrary<RandomSite> = fc.record({
  isProtected: fc.constantFrom(false, false, false, true),
  division: fc.constantFrom('tabs', 'versions', 'products', 'dropdowns', 'anchors', 'languages'),
  options: fc.array(rule, { minLength: maxOptions, maxLength: maxOptions }),
  pages: fc.array(page, { minLength: 1, maxLength: 6 }),
  spec: fc.option(spec, { nil: undefined }),
});

/** Creates a word that occurs nowhere else in the site. */
export function marker(kind: string, ...ids: readonly number[]): string {
  return `zq${kind}${ids.map((id) => `x${id}`).join('')}q`;
}

const names = { tabs: 'tab', versions: 'version', products: 'product', dropdowns: 'dropdown', anchors: 'anchor' };
const languages = ['en', 'fr', 'de'];

export function toFiles(site: RandomSite): Record<string, string> {
  const files: Record<string, string> = { 'index.mdx': '---\ntitle: Home\npublic: true\n---\nWelcome.' };
  for (const [index, one] of site.pages.entries()) addPage(files, one, index);
  for (let snippet = 0; snippet < snippetCount; snippet++) addSnippet(files, snippet);
  if (site.spec !== undefined) files[site.spec.file] = JSON.stringify(toSpec(site.spec));
  const options = site.options.map((own, option) => ({
    ...(site.division === 'languages'
      ? { language: languages[option] }
      : { [names[site.division]]: marker('option', option) }),
    ...toFields(own),
    pages: [...(option === 0 ? ['index'] : []), ...toEntries(site, option)],
  }));
  const redirects = site.pages.map((_, index) => ({
    source: `/${marker('old', index)}`,
    destination: `/guides/${marker('path', index)}`,
  }));
  files['docs.json'] = JSON.stringify({
    theme: 'mint',
    name: 'Site',
    colors: { primary: '#0d9373' },
    ...(site.isProtected ? { public: false } : {}),
    navigation: { [site.division]: options },
    redirects,
  });
  return files;
}

function toEntries({ pages, spec: own }: RandomSite, option: number): unknown[] {
  const listed = pages.flatMap((one, index) =>
    one.places.flatMap((at, number) => {
      if (at.option !== option) return [];
      let entry: unknown = `guides/${marker('path', index)}`;
      for (const [depth, around] of [...at.groups.entries()].reverse())
        entry = { group: marker('group', index, number, depth), ...toFields(around), pages: [entry] };
      return [entry];
    }),
  );
  return own?.option === option
    ? [...listed, { group: marker('api', 0), ...toFields(own.rule), openapi: own.file }]
    : listed;
}

function toFields(one: RandomRule): object {
  if (one.kind === 'public') return { public: one.value };
  return one.kind === 'none' ? {} : { groups: groupsOf(one) };
}

function groupsOf({ includes, excludes }: Extract<RandomRule, { kind: 'groups' }>): unknown {
  return excludes.length === 0 ? includes : { includes, excludes };
}

function addPage(files: Record<string, string>, one: RandomPage, index: number): void {
  const mark = (kind: string): string => marker(kind, index);
  const picture = `images/${mark('picture')}.svg`;
  const shown = {
    none: '',
    markdown: `![${mark('alt')}](/${picture})`,
    jsx: `<img src="/${picture}" alt="${mark('alt')}" />`,
    'put together': `<img src={"/images/" + "${mark('picture')}" + ".svg"} />`,
  }[one.picture];
  if (one.picture !== 'none') files[picture] = drawing(mark('drawing'));
  const fields = Object.entries(toFields(one.rule)).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  files[`guides/${mark('path')}.mdx`] = [
    `---\ntitle: ${mark('title')}\ndescription: ${mark('about')}\nkeywords: [${mark('keyword')}]`,
    ...fields,
    '---',
    ...one.snippets.map((snippet) => `import S${snippet} from '/snippets/${marker('file', snippet)}.mdx';`),
    '',
    `## ${mark('heading')}\n\n${mark('text')}\n`,
    `<div className="content-['${mark('class')}']" />\n`,
    ...one.snippets.map((snippet) => `<S${snippet} />\n`),
    shown,
    one.isChangelog ? `\n<Update label="${mark('update')}">\n\n${mark('entry')}\n\n</Update>` : '',
  ].join('\n');
}

function addSnippet(files: Record<string, string>, snippet: number): void {
  files[`images/${marker('inner', snippet)}.svg`] = drawing(marker('innerart', snippet));
  files[`snippets/${marker('file', snippet)}.mdx`] =
    `<span className="content-['${marker('snippetclass', snippet)}']">${marker('snippet', snippet)}</span>\n\n![x](/images/${marker('inner', snippet)}.svg)`;
}

const drawing = (title: string): string => `<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`;

const mint = (one: RandomRule): object => (one.kind === 'groups' ? { 'x-mint': { groups: groupsOf(one) } } : {});

function toSpec({ operations, schemas }: RandomSpec): object {
  const paths = operations.map((one, index) => {
    const number = one.schema % schemas.length;
    const data = { $ref: `#/components/schemas/${marker('component', number)}` };
    const body = { type: 'object', properties: { open: { type: 'string' }, [marker('reference', index)]: data } };
    const example = { open: 'open', [marker('reference', index)]: toExample(schemas[number], number) };
    const content = { 'application/json': { schema: body, example } };
    const operation = {
      summary: marker('operation', index),
      tags: [marker('tag', index)],
      ...mint(one.rule),
      responses: { 200: { description: 'ok', content } },
    };
    return [`/${marker('route', index)}`, { ...mint(one.path), get: operation }];
  });
  const components = schemas.map((one, index) => [marker('component', index), toSchema(one, index)]);
  return {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    tags: operations.map((_, index) => ({ name: marker('tag', index), description: marker('tagtext', index) })),
    paths: Object.fromEntries(paths) as object,
    components: { schemas: Object.fromEntries(components) as object },
  };
}

function toSchema(one: RandomSchema, index: number): object {
  const properties = one.properties.map((own, number) => [
    marker('property', index, number),
    { type: 'string', description: marker('propertytext', index, number), ...mint(own) },
  ]);
  const variants = one.variants.map((own, number) => ({
    title: marker('variant', index, number),
    type: 'object',
    properties: { [marker('inside', index, number)]: { type: 'string' } },
    ...mint(own),
  }));
  const values = one.values.map((_, number) => marker('value', index, number));
  const restricted = one.values.flatMap((own, number) =>
    own.kind === 'groups' ? [[marker('value', index, number), groupsOf(own)]] : [],
  );
  return {
    type: 'object',
    description: marker('schematext', index),
    ...mint(one.rule),
    required: one.properties.map((_, number) => marker('property', index, number)),
    properties: {
      plain: { type: 'string' },
      ...Object.fromEntries(properties),
      choice: { oneOf: [{ title: 'Plain', type: 'object', properties: { plain: {} } }, ...variants] },
      level: {
        type: 'string',
        enum: ['base', ...values],
        ...(restricted.length > 0 && { 'x-mint-enum': Object.fromEntries(restricted) as object }),
      },
    },
  };
}

/** Creates one example of each kind of content, restricted or not. */
function toExample(one: RandomSchema | undefined, index: number): object {
  const inside = (one?.variants ?? []).map((_, number) => [marker('inside', index, number), 'x']);
  const properties = (one?.properties ?? []).map((_, number) => [
    marker('property', index, number),
    marker('propertyvalue', index, number),
  ]);
  return {
    plain: 'plain',
    ...Object.fromEntries(properties),
    choice: { plain: 'plain', ...Object.fromEntries(inside) },
    level: one?.values.length === 0 ? 'base' : marker('value', index, 0),
  };
}
