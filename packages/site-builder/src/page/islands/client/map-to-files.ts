import { options } from 'preact';
import type { BundleAddresses } from './bundle-addresses.ts';

/** Maps the addresses of all elements that components create from now on to files of the bundle. */
export function mapToFiles(addresses: BundleAddresses): void {
  const before = options.vnode?.bind(options);
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string') addresses.rewrite(vnode.type, vnode.props);
    before?.(vnode);
  };
}
