import { readConfig } from '../config/read-config.ts';
import { isRemoteSpec, toSpecReferences } from '../config/resolve-api.ts';
import type { SiteConfig, SpecReference } from '../config/site-config.ts';
import type { SiteSource } from '../../source/site-source.ts';

/** Every specification that a configuration refers to, in order, each once. */
export function listSpecs(config: SiteConfig): SpecReference[] {
  const found = new Map<string, SpecReference>();
  const add = (spec: SpecReference): void => {
    const known = found.get(spec.source);
    if (known === undefined || known.overlays.length === 0) found.set(spec.source, spec);
  };
  config.api.openapi.concat(config.api.asyncapi).forEach(add);
  const pending: unknown[] = [config.navigation];
  for (let node = pending.shift(); node !== undefined || pending.length > 0; node = pending.shift()) {
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'openapi' && key !== 'asyncapi') pending.push(value);
      else toSpecReferences(value).forEach(add);
    }
  }
  return [...found.values()];
}

/** URLs of the specifications that a build needs but can't read itself. @throws SiteConfigMissing */
export function listRemoteSpecs(source: SiteSource): string[] {
  return listSpecs(readConfig(source, () => undefined))
    .filter(isRemoteSpec)
    .map((spec) => spec.source);
}
