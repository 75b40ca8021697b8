import { html, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';

export interface AllowedMarkup {
  /** Elements by name; in a drawing, all elements are SVG elements. */
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

/**
 * Uses a complete HTML parser to find unsafe content in a piece of a page: elements and attributes that aren't allowed,
 * and addresses that run code or leave the site. Parses twice, because content that a script reads and writes again
 * must also be safe.
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

/** Whether an address has a scheme that a browser might run. An image in `src` is only drawn. */
function runs(name: string, address: string): boolean {
  // Browsers ignore control characters and leading spaces.
  const read = address.replaceAll(/[\0-\x20]/g, '');
  if (!/^[a-z][a-z\d+.-]*:/i.test(read)) return false;
  return !(name === 'src' ? /^(?:https?|data:image\/)/i : /^(?:https?|mailto):/i).test(read);
}
