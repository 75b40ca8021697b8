/** Converts an endpoint in the frontmatter to a spec with one operation, so that the writers support only one form. */
import { type ApiReference, type ApiSpec, type Json, toObject } from '../../site/index.ts';
import type { ApiSettings } from '../settings.ts';

export function manualSpec(
  reference: Extract<ApiReference, { kind: 'manual' }>,
  settings: ApiSettings,
): { spec: ApiSpec; reference: Extract<ApiReference, { kind: 'operation' }> } {
  const absolute = /^([a-z]+:\/\/[^/?#]+)(.*)$/i.exec(reference.url);
  const path = (absolute?.[2] ?? reference.url).split(/[?#]/)[0] || '/';
  const servers = absolute?.[1] === undefined ? settings.manualServers : [absolute[1]];
  const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']): Json => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const scheme = schemeOf(settings);
  const root = toObject([
    ['openapi', '3.1.0'],
    ['servers', servers.map((url) => ({ url }))],
    [
      'paths',
      toObject([
        [path, toObject([[reference.method, { parameters, security: scheme === undefined ? [] : [{ auth: [] }] }]])],
      ]),
    ],
    ['components', { securitySchemes: scheme === undefined ? {} : { auth: scheme } }],
  ]);
  const spec: ApiSpec = {
    path: '',
    kind: 'openapi',
    version: '3.1.0',
    title: '',
    description: '',
    root,
    cache: { schemas: new WeakMap(), yaml: new WeakMap() },
    faults: [],
    readFile: () => undefined,
    reportBrokenRef: () => undefined,
  };
  return { spec, reference: { kind: 'operation', spec, path, method: reference.method } };
}

function schemeOf({ manualAuth, manualAuthName }: ApiSettings): Json | undefined {
  switch (manualAuth) {
    case 'bearer':
      return { type: 'http', scheme: 'bearer' };
    case 'basic':
      return { type: 'http', scheme: 'basic' };
    case 'key':
    case 'cobo':
      return { type: 'apiKey', in: 'header', name: manualAuthName || 'X-API-Key' };
    case 'none':
      return undefined;
  }
}
