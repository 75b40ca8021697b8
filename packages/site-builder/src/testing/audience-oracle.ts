import { marker, snippetCount, type RandomRule, type RandomSite, type RandomSpec } from './audience-site.ts';

export interface TestReader {
  readonly signedIn: boolean;
  readonly groups: readonly string[];
}

export const testReaders: readonly TestReader[] = [
  { signedIn: false, groups: [] },
  { signedIn: true, groups: [] },
  { signedIn: true, groups: ['a'] },
  { signedIn: true, groups: ['b'] },
  { signedIn: true, groups: ['a', 'b'] },
  { signedIn: true, groups: ['a', 'c', 'other'] },
];

/** The markers of a random site that a reader may see, and those that the reader isn't allowed to see. */
export interface ExpectedMarkers {
  readonly visible: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
}

/** Determines what a reader sees from the specification of readers' access, independently of the builder's code. */
export function expectMarkers(site: RandomSite, reader: TestReader): ExpectedMarkers {
  const visible = new Set<string>();
  const hidden = new Set<string>();
  const note = (isVisible: boolean, ...markers: readonly string[]): void => {
    for (const one of markers) (isVisible ? visible : hidden).add(one);
  };
  const seen = site.pages.map(({ rule, places }) =>
    mayRead(
      {
        own: [rule],
        places: places.map((place) => [site.options[place.option] ?? { kind: 'none' }, ...place.groups]),
        isProtected: site.isProtected,
      },
      reader,
    ),
  );
  for (const [index, { picture, places, isChangelog }] of site.pages.entries()) {
    const isSeen = seen[index] === true;
    note(isSeen, ...['title', 'heading', 'text', 'path', 'about'].map((kind) => marker(kind, index)));
    note(isSeen, marker('old', index));
    if (picture !== 'none') note(isSeen, marker('picture', index), marker('drawing', index));
    if (isChangelog) note(isSeen, marker('entry', index));
    // A page shows the sidebar of the first option that lists it; the other option's sidebar must not appear on any
    // page.
    const first = Math.min(...places.map(({ option }) => option));
    for (const [number, place] of places.entries())
      if (!isSeen || place.option === first)
        for (const depth of place.groups.keys()) note(isSeen, marker('group', index, number, depth));
  }
  for (let snippet = 0; snippet < snippetCount; snippet++) {
    const users = site.pages.flatMap(({ snippets }, index) => (snippets.includes(snippet) ? [index] : []));
    if (users.length === 0) continue;
    const isSeen = users.some((index) => seen[index]);
    note(isSeen, marker('snippet', snippet), marker('innerart', snippet));
  }
  const operations = site.spec === undefined ? [] : expectSpec({ site, spec: site.spec, reader }, note);
  if (site.division === 'languages') return { visible, hidden };
  const options = [...site.options.keys()].map((option) => {
    const isHere = (one: number | undefined): boolean => one === option;
    const hasPage = site.pages.some(({ places }, index) => seen[index] && places.some((place) => isHere(place.option)));
    const hasHome = option === 0 && mayReadHome(site, reader);
    return hasPage || hasHome || (isHere(site.spec?.option) && operations.some(Boolean));
  });
  // A division with a single option isn't shown.
  const isChoice = options.filter(Boolean).length > 1;
  for (const [option, isSeen] of options.entries()) if (!isSeen || isChoice) note(isSeen, marker('option', option));
  return { visible, hidden };
}

function mayReadHome(site: RandomSite, reader: TestReader): boolean {
  const places = [[site.options[0] ?? ({ kind: 'none' } as const)]];
  return mayRead({ own: [{ kind: 'public', value: true }], places, isProtected: site.isProtected }, reader);
}

interface SpecContext {
  readonly site: RandomSite;
  readonly spec: RandomSpec;
  readonly reader: TestReader;
}

/** Determines the operations that the reader sees. */
function expectSpec(
  { site, spec, reader }: SpecContext,
  note: (isVisible: boolean, ...markers: readonly string[]) => void,
): boolean[] {
  const around = [site.options[spec.option] ?? ({ kind: 'none' } as const), spec.rule];
  const operations = spec.operations.map(({ rule, path }) =>
    mayRead({ own: [path, rule], places: [around], isProtected: site.isProtected }, reader),
  );
  note(operations.some(Boolean), marker('api', 0));
  for (const [index, { schema }] of spec.operations.entries()) {
    const isSeen = operations[index] === true;
    note(isSeen, ...['operation', 'route', 'tag', 'tagtext'].map((kind) => marker(kind, index)));
    note(isSeen && hasGroups(spec.schemas[schema % spec.schemas.length]?.rule, reader), marker('reference', index));
  }
  for (const [index, { rule, properties, variants, values }] of spec.schemas.entries()) {
    const users = spec.operations.flatMap(({ schema }, number) =>
      schema % spec.schemas.length === index ? [number] : [],
    );
    if (users.length === 0) continue;
    const isSeen = users.some((number) => operations[number]) && hasGroups(rule, reader);
    note(isSeen, marker('component', index));
    for (const [number, own] of properties.entries())
      note(
        isSeen && hasGroups(own, reader),
        ...['property', 'propertytext', 'propertyvalue'].map((kind) => marker(kind, index, number)),
      );
    for (const [number, own] of variants.entries())
      note(isSeen && hasGroups(own, reader), marker('variant', index, number), marker('inside', index, number));
    for (const [number, own] of values.entries())
      note(isSeen && hasGroups(own, reader), marker('value', index, number));
  }
  return operations;
}

function hasGroups(rule: RandomRule | undefined, { signedIn, groups }: TestReader): boolean {
  if (rule?.kind !== 'groups') return true;
  const isIn = (name: string): boolean =>
    name.endsWith('*') ? groups.some((group) => group.startsWith(name.slice(0, -1))) : groups.includes(name);
  return signedIn && rule.includes.some(isIn) && !rule.excludes.some(isIn);
}

interface Rules {
  readonly own: readonly RandomRule[];
  readonly places: readonly (readonly RandomRule[])[];
  readonly isProtected: boolean;
}

function mayRead({ own, places, isProtected }: Rules, reader: TestReader): boolean {
  const all = [...own, ...places.flat()];
  if (all.some(({ kind }) => kind === 'groups')) return all.every((rule) => hasGroups(rule, reader));
  const wordOf = (rules: readonly RandomRule[]): boolean | undefined =>
    rules.reduce<boolean | undefined>((before, rule) => (rule.kind === 'public' ? rule.value : before), undefined);
  const words = places.map(wordOf);
  const isOpen = wordOf(own) ?? (!words.includes(false) && (!isProtected || words.includes(true)));
  return isOpen || reader.signedIn;
}
