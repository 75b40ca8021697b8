import fc from 'fast-check';

/** Groups of a part or a page; `undefined` if it has no groups. */
type Groups = { readonly includes: readonly string[]; readonly excludes: readonly string[] } | undefined;

const groupsOf = (...includes: string[]): Groups => ({ includes, excludes: [] });
const groups = fc.constantFrom<Groups[]>(
  undefined,
  undefined,
  undefined,
  groupsOf('a'),
  groupsOf('b'),
  groupsOf('a', 'c'),
  { includes: ['*'], excludes: ['b'] },
);

const count = 3;
const nth = fc.nat({ max: count - 1 });

const schema = fc.record({
  groups,
  property: groups,
  /** Another schema in a property, in a variant, or as the whole schema. */
  linked: fc.record({ kind: fc.constantFrom('none', 'property', 'variant', 'all'), to: nth, groups }),
  values: fc.array(groups, { maxLength: 2 }),
  example: fc.boolean(),
  file: fc.constantFrom('api.json', 'more.json'),
});

const operation = fc.record({
  groups,
  path: groups,
  body: nth,
  answer: nth,
  /** A reference to a part that is also used elsewhere. */
  deep: fc.constantFrom('none', 'none', 'property', 'operation'),
  example: fc.option(nth, { nil: undefined }),
  parameter: fc.option(fc.record({ shared: fc.boolean(), groups }), { nil: undefined }),
  scheme: fc.boolean(),
  place: nth,
});

export type RandomApi = typeof randomApi extends fc.Arbitrary<infer Api> ? Api : never;

/** Specifications whose parts refer to each other in many ways, with pages in groups of the navigation. */
export const randomApi = fc.record({
  schemas: fc.array(schema, { minLength: count, maxLength: count }),
  operations: fc.array(operation, { minLength: 1, maxLength: count }),
  examples: fc.array(groups, { minLength: count, maxLength: count }),
  places: fc.array(groups, { minLength: count, maxLength: count }),
  hasSchemaPage: fc.boolean(),
  hasChannel: fc.option(groups, { nil: undefined }),
  overlay: groups,
});

export function toApiFiles(api: RandomApi): Record<string, string> {
  const local = api.schemas.map(({ file }) => file);
  const shared = (index: number, from: string): object => {
    const file = local[index] ?? 'api.json';
    const target = file === 'api.json' ? `#/components/schemas/S${index}` : `#/S${index}`;
    return { $ref: file === from ? target : `${file}${target}` };
  };
  const schemas = api.schemas.map((one, index) => [`S${index}`, toSchema(one, index, shared), one.file] as const);
  const inFile = (file: string): object => Object.fromEntries(schemas.filter(([, , at]) => at === file)) as object;
  const spec = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    tags: api.operations.map((_, index) => ({ name: `t${index}` })),
    paths: Object.fromEntries(
      api.operations.map((one, index) => [`/o${index}`, toPath(one, index, (to) => shared(to, 'api.json'))]),
    ) as object,
    components: {
      schemas: inFile('api.json'),
      examples: Object.fromEntries(
        api.examples.map((own, index) => [
          `E${index}`,
          { ...mint(own), value: { own: 'v', link: { own: 'w', level: 'l0' }, level: 'l1' } },
        ]),
      ) as object,
      parameters: { P: { name: 'p', in: 'query', schema: shared(0, 'api.json') } },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
  };
  const places = api.places.map((own, place) => ({
    group: `g${place}`,
    ...(own === undefined ? {} : { groups: own }),
    pages: [
      ...(place === 0 ? ['index'] : []),
      ...api.operations.flatMap((one, index) => (one.place === place ? [`api.json GET /o${index}`] : [])),
      ...(place === 1 && api.hasSchemaPage ? ['schema'] : []),
      ...(place === 2 && api.hasChannel !== undefined ? ['channel'] : []),
    ],
  }));
  return {
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'Site',
      colors: { primary: '#0d9373' },
      navigation: { groups: places },
      api: { openapi: { source: 'api.json', overlays: api.overlay === undefined ? [] : ['overlay.json'] } },
    }),
    'index.mdx': 'Home',
    'api.json': JSON.stringify(spec),
    'more.json': JSON.stringify({ unused: {}, ...inFile('more.json') }),
    ...(api.overlay === undefined
      ? {}
      : {
          'overlay.json': JSON.stringify({
            overlay: '1.0.0',
            actions: [{ target: "$.paths['/o0'].get", update: { description: 'over', ...mint(api.overlay) } }],
          }),
        }),
    ...(api.hasSchemaPage ? { 'schema.mdx': '---\ntitle: S\nopenapi-schema: api.json S0\n---\n' } : {}),
    ...(api.hasChannel === undefined ? {} : channelFiles(api.hasChannel)),
  };
}

const mint = (own: Groups): object => (own === undefined ? {} : { 'x-mint': { groups: own } });

type Shared = (index: number, from: string) => object;

function toSchema(one: RandomApi['schemas'][number], index: number, shared: Shared): object {
  const { kind, to, groups: own } = one.linked;
  const link = { ...mint(own), ...shared(to, one.file) };
  const restricted = one.values.flatMap((set, value) => (set === undefined ? [] : [[`l${value}`, set]]));
  return {
    type: 'object',
    description: `schema ${index}`,
    ...mint(one.groups),
    required: ['own', 'link'],
    properties: {
      plain: { type: 'string' },
      own: { type: 'string', ...mint(one.property) },
      level: {
        enum: one.values.map((_, value) => `l${value}`),
        'x-mint-enum': Object.fromEntries(restricted) as object,
      },
      ...(kind === 'property' ? { link } : {}),
    },
    ...(kind === 'variant' ? { oneOf: [link, { type: 'object', properties: { plain: {} } }] } : {}),
    ...(kind === 'all' ? { allOf: [link, { required: ['own'] }] } : {}),
    ...(one.example ? { example: { plain: 'x', own: 'y', link: { own: 'z' }, level: 'l0' } } : {}),
  };
}

function toPath(one: RandomApi['operations'][number], index: number, shared: (to: number) => object): object {
  const schema = {
    none: shared(one.answer),
    property: { type: 'object', properties: { deep: { $ref: '#/components/schemas/S1/properties/own' } } },
    operation: { type: 'array', items: { $ref: '#/paths/~1o0/get/requestBody/content/application~1json/schema' } },
  }[one.deep];
  const examples =
    one.example === undefined ? {} : { examples: { e: { $ref: `#/components/examples/E${one.example}` } } };
  const parameters =
    one.parameter === undefined
      ? []
      : [
          one.parameter.shared
            ? { $ref: '#/components/parameters/P' }
            : { name: 'q', in: 'query', ...mint(one.parameter.groups) },
        ];
  return {
    ...mint(one.path),
    get: {
      summary: `Operation ${index}`,
      tags: [`t${index}`],
      ...mint(one.groups),
      ...(one.scheme ? { security: [{ key: [] }] } : {}),
      parameters,
      requestBody: { content: { 'application/json': { schema: shared(one.body) } } },
      responses: { 200: { description: 'ok', content: { 'application/json': { schema, ...examples } } } },
    },
  };
}

function channelFiles(own: Groups): Record<string, string> {
  const payload = { type: 'object', properties: { plain: { type: 'string' }, own: { type: 'string', ...mint(own) } } };
  return {
    'channel.mdx': '---\ntitle: C\nasyncapi: events.yaml news\n---\n',
    'events.yaml': JSON.stringify({
      asyncapi: '3.0.0',
      info: { title: 'Events', version: '1' },
      channels: { news: { address: '/news', messages: { m: { payload } } } },
      operations: { read: { action: 'receive', channel: { $ref: '#/channels/news' } } },
    }),
  };
}
