import { html, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';

export interface AllowedMarkup {
  /** Elements by their names; in a drawing all of them are SVG's. */
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

/**
 * What a browser would see in a piece of a page and should not, by the standard's whole parser: elements and attributes that are
 * not allowed, addresses that run something or leave the site. Read twice, because what a script of the page reads and writes
 * again must not become something else either.
 */
export function readMarkupFaults(written: string, allowed: AllowedMarkup): readonly string[] {
  const first = parseFragment(written);
  return [first, parseFragment(serialize(first))].flatMap((tree) => faultsIn(tree, allowed));
}

function faultsIn(parent: DefaultTreeAdapterTypes.ParentNode, allowed: AllowedMarkup): string[] {
  return parent.childNodes.flatMap((node): string[] => {
    if (!('tagName' in node)) return node.nodeName === '#comment' ? ['a comment'] : [];
    const faults = allowed.elements.has(node.tagName) ? [] : [`<${node.tagName}>`];
    for (const { name, value } of node.attrs) {
      if (!allowed.attributes.has(name)) faults.push(`${node.tagName} ${name}`);
      if ((name === 'href' || name === 'src') && runs(name, value)) faults.push(`${name}=${value}`);
      if (
        node.namespaceURI === html.NS.SVG &&
        /\\|[\w-]*\((?!#)/.test(value) &&
        !/^(?:rgb|matrix|translate|rotate|scale)\(/.test(value)
      )
        faults.push(`${name}=${value}`);
    }
    return [...faults, ...faultsIn(node, allowed)];
  });
}

/** An address that a browser would run or that is not of the web. A picture in an `src` draws and does nothing else. */
function runs(name: string, address: string): boolean {
  // As a browser reads it: without control characters, and spaces in front.
  const read = address.replaceAll(/[\0-\x20]/g, '');
  if (!/^[a-z][a-z\d+.-]*:/i.test(read)) return false;
  return !(name === 'src' ? /^(?:https?|data:image\/)/i : /^(?:https?|mailto):/i).test(read);
}
