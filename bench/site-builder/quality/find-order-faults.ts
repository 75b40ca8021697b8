export interface PageSidebar {
  readonly page: string;
  /** Decoded addresses, such as `/guides/start.html`. */
  readonly sidebar: readonly string[];
}

export interface OrderFault {
  readonly kind: 'sidebar-order';
  readonly page: string;
  readonly sample: string;
}

/** Finds sidebars that list a group's pages in a different order from the configuration. Reports each group once. */
export function findOrderFaults(config: unknown, sidebars: readonly PageSidebar[]): OrderFault[] {
  const faults: OrderFault[] = [];
  const lists = [...pageLists(config)].filter((list) => list.length > 1);
  for (const list of lists) {
    const addresses = list.map((path) => `/${path.replace(/^\/|\/$|\.mdx?$/g, '')}.html`);
    const first = addresses[0] ?? '';
    const own = sidebars.find(({ page }) => `/${page}` === first);
    if (own === undefined) continue;
    const places = addresses.map((address) => own.sidebar.indexOf(address)).filter((place) => place !== -1);
    const isOrdered = places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
    // A page in two groups, or twice in one group, is found at its first position.
    const isTwice = addresses.some((address) => lists.flat().filter((path) => `/${path}.html` === address).length > 1);
    if (!isOrdered && !isTwice)
      faults.push({ kind: 'sidebar-order', page: own.page, sample: list.slice(0, 6).join(', ') });
  }
  return faults;
}

/** Yields the page lists of a configuration, without their nested groups. */
function* pageLists(node: unknown): Generator<readonly string[]> {
  if (Array.isArray(node)) {
    for (const child of node as unknown[]) yield* pageLists(child);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'pages' && Array.isArray(value))
      yield (value as unknown[]).filter((entry): entry is string => typeof entry === 'string' && !/\s/.test(entry));
    yield* pageLists(value);
  }
}
