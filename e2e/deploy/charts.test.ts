/** Tests the Helm charts, rendered by helm and checked against Kubernetes schemas. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hostSettings, parseHostSettings } from '@docwright/host';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { packCharts } from '../../scripts/release/pack-charts.ts';
import { findHelm } from './find-helm.ts';

type Manifest = Readonly<Record<string, unknown>>;
type Chart = 'docwright' | 'docwright-host';

const helm = findHelm();
const chartFolder = (chart: Chart): string => fileURLToPath(new URL(`../../deploy/helm/${chart}`, import.meta.url));

const edgeTls = {
  enabled: true,
  serviceType: 'NodePort',
  secret: 'wildcard',
  acmeDirectory: 'https://acme.example/directory',
  acmeEmail: 'ops@example.org',
};

/** Values that change the rendered manifests, each used at least once. */
const good: Readonly<Record<Chart, readonly object[]>> = {
  'docwright-host': [
    {},
    {
      ingress: {
        enabled: true,
        host: 'docs.example',
        tlsSecret: 't',
        className: 'nginx',
        annotations: { 'a.b/c': 'd' },
      },
    },
    { autoscaling: { enabled: true }, persistence: { enabled: false }, podDisruptionBudget: { enabled: false } },
    { networkPolicy: { enabled: false }, existingSecret: 's', image: { pullSecrets: ['a', 'b'] } },
    {
      deploymentKind: 'air-gapped',
      staticExport: {
        allowedPrivateHosts: ['s3:9000', '10.0.0.0/8'],
        version: 'a: "b" # {{ c }}',
        publicKey: '-----BEGIN\nx',
      },
      networkPolicy: {
        egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ port: 80 }] }],
        metricsFrom: [{ namespaceSelector: { matchLabels: { a: 'b' } } }],
      },
    },
    {
      playgroundProxy: { enabled: true, allowedPrivateHosts: ['api.internal:8443'] },
      allowedSources: ['https://a.example'],
    },
    {
      persistence: { accessMode: 'ReadWriteMany', storageClassName: 'fast' },
      nodeSelector: { a: 'b' },
      tolerations: [{ key: 'a', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      podAnnotations: { p: 'q' },
    },
  ],
  docwright: [
    {},
    {
      ingress: { enabled: true, host: 'd.example', tlsSecret: 't' },
      api: { autoscaling: { enabled: true } },
      worker: { autoscaling: { enabled: true } },
      sandbox: { mode: 'require', seccomp: { type: 'Localhost', localhostProfile: 'docwright.json' } },
      privateHosts: { git: ['git.example:8443'], models: ['http://models.example:11434'] },
      environment: { DOCWRIGHT_LOG_LEVEL: 'debug' },
      s3: { endpoint: 'http://s3:9000', publicEndpoint: 'https://s3.example' },
    },
    { networkPolicy: { enabled: false }, podDisruptionBudget: { enabled: false }, image: { pullSecrets: ['a'] } },
    { networkPolicy: { egress: [{ ports: [{ port: 443 }] }] } },
    {
      edge: {
        enabled: true,
        domain: 'sites.example',
        autoscaling: { enabled: true },
        ingress: { enabled: true, tlsSecret: 'wildcard', className: 'nginx', annotations: { 'a.b/c': 'd' } },
      },
    },
    { edge: { enabled: true }, podDisruptionBudget: { enabled: false } },
    { edge: { enabled: true, tls: { enabled: true } } },
    { edge: { enabled: true, tls: edgeTls } },
  ],
};

const bad: readonly (readonly [Chart, object])[] = [
  ['docwright-host', { replicas: 0 }],
  ['docwright-host', { deploymentKind: 'moon' }],
  ['docwright-host', { staticExport: { bundleURL: 'x' } }],
  ['docwright-host', { staticExport: { keepVersions: 0 } }],
  ['docwright-host', { playgroundProxy: { enabled: 'yes' } }],
  ['docwright', { existingSecret: '' }],
  ['docwright', { baseUrl: 'docs.example' }],
  ['docwright', { environment: { lower: 'x' } }],
  ['docwright', { sandbox: { seccomp: { type: 'Other' } } }],
  ['docwright', { sandbox: { mode: 'auto' } }],
  ['docwright', { edge: { domain: 'https://x' } }],
  ['docwright', { edge: { tls: { acmeDirectory: 'http://acme.example' } } }],
  ['docwright', { unknown: 1 }],
  ['docwright', { image: { digest: 'latest' } }],
];

const imageDigest = `sha256:${'ab'.repeat(32)}`;

describe('the charts', { skip: helm === undefined && 'helm is not available for this machine' }, () => {
  let folder: string;
  let serial = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-charts-'));
  });
  after(async () => {
    helm?.[Symbol.dispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function render(chart: Chart, values: object): Promise<Manifest[]> {
    const file = join(folder, `values-${(serial += 1)}.json`);
    await writeFile(file, JSON.stringify(values));
    const text = helm?.run('template', 'release', chartFolder(chart), '--values', file) ?? '';
    return parseAllDocuments(text).flatMap((document) => {
      const value: Manifest | null = document.toJS();
      return value === null ? [] : [value];
    });
  }

  test('use the digests of a release’s images when packed for the release', async () => {
    const staging = await mkdtemp(join(folder, 'pack-'));
    await packCharts(
      { root: fileURLToPath(new URL('../..', import.meta.url)), version: '9.9.9' },
      { docwright: imageDigest },
      { staging, out: staging },
    );
    const rendered = (name: string): string =>
      helm?.run(
        'template',
        'release',
        join(staging, `${name}-chart-9.9.9.tgz`),
        '--set',
        'image.repository=r.example/x',
      ) ?? '';
    const images = (text: string): string[] => Array.from(text.matchAll(/image: "(.*)"/g), ([, image = '']) => image);
    assert.ok(images(rendered('docwright')).length > 2);
    for (const image of images(rendered('docwright'))) assert.equal(image, `r.example/x@${imageDigest}`);
    for (const image of images(rendered('docwright-host'))) assert.match(image, /^r\.example\/x:\d/);
  });

  for (const chart of ['docwright', 'docwright-host'] as const) {
    test(`${chart}: helm lint finds no errors`, () => {
      assert.match(helm?.run('lint', '--strict', chartFolder(chart)) ?? '', /0 chart\(s\) failed/);
    });

    test(`${chart}: every manifest matches a Kubernetes schema`, async () => {
      let count = 0;
      for (const values of good[chart]) {
        for (const manifest of await render(chart, values)) {
          const { apiVersion, kind } = manifest as { apiVersion: string; kind: string };
          const module = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Readonly<
            Record<string, new (data: Manifest) => { validate(): void }>
          >;
          const Model = module[kind];
          assert.ok(Model !== undefined, kind);
          assert.doesNotThrow(() => new Model(manifest).validate(), `${kind} with ${JSON.stringify(values)}`);
          count += 1;
        }
      }
      assert.ok(count >= 20, String(count));
    });

    test(`${chart}: no container runs as root, writes to its root file system, or can gain privileges`, async () => {
      const pods = (await render(chart, {})).flatMap((manifest) => {
        const template = Object(manifest['spec']).template;
        return template === undefined ? [] : [template.spec];
      });
      assert.ok(pods.length > 0);
      for (const pod of pods) {
        assert.equal(pod.securityContext.runAsNonRoot, true);
        assert.equal(pod.automountServiceAccountToken, false);
        for (const { securityContext } of pod.containers) {
          assert.deepEqual(securityContext, {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
        }
      }
    });
  }

  test('the pods that render sites are configured with the sandbox mode and the matching profile', async () => {
    const profile = { type: 'Localhost', localhostProfile: 'docwright.json' };
    for (const [values, mode, seccompProfile] of [
      [{}, 'process', { type: 'RuntimeDefault' }],
      [{ sandbox: { mode: 'require', seccomp: profile } }, 'require', profile],
    ] as const) {
      const pods = (await render('docwright', values)).flatMap((manifest) =>
        manifest['kind'] === 'Deployment' ? [Object(manifest['spec']).template.spec] : [],
      );
      assert.equal(pods.length, 2);
      for (const pod of pods) {
        assert.deepEqual(pod.securityContext.seccompProfile, seccompProfile);
        const sandboxVariable = pod.containers[0].env.find(
          ({ name }: { name: string }) => name === 'DOCWRIGHT_SANDBOX',
        );
        assert.equal(sandboxVariable.value, mode);
      }
    }
  });

  test('an edge with its own TLS is reached on ports 80 and 443, and the API and the edge use the certificate authority’s address', async () => {
    const manifests = await render('docwright', { edge: { enabled: true, tls: edgeTls } });
    const specOf = (kind: string, name: string) =>
      Object(manifests.find((one) => one['kind'] === kind && Object(one['metadata']).name === name)?.['spec']);
    const ports = specOf('Service', 'release-edge').ports.map((port: { port: number; targetPort: string }) => [
      port.port,
      port.targetPort,
    ]);
    assert.deepEqual(ports, [
      [80, 'sites'],
      [443, 'sites-tls'],
    ]);
    const environmentOf = (component: string): Readonly<Record<string, string>> => {
      const [container] = specOf('Deployment', `release-${component}`).template.spec.containers;
      return Object.fromEntries(container.env.map((one: { name: string; value: string }) => [one.name, one.value]));
    };
    const edge = environmentOf('edge');
    assert.equal(edge['DOCWRIGHT_SITES_TLS_PORT'], '4402');
    assert.equal(edge['DOCWRIGHT_SITES_CERTIFICATE'], '/tls/tls.crt');
    for (const found of [edge, environmentOf('api')])
      assert.equal(found['DOCWRIGHT_ACME_DIRECTORY'], edgeTls.acmeDirectory);
  });

  test('the schema refuses values that can’t work', async () => {
    for (const [chart, values] of bad)
      await assert.rejects(render(chart, values), /values don't meet the specifications/, JSON.stringify(values));
  });

  test('the host accepts its rendered settings file, with the passed values', async () => {
    const version = 'a: "b" # {{ c }}';
    const manifests = await render('docwright-host', {
      deploymentKind: 'air-gapped',
      staticExport: { version, bundleUrl: 'https://x.example/a?b=c&d', allowedPrivateHosts: ['s3:9000'] },
      playgroundProxy: { enabled: true, allowedPrivateHosts: ['api:1'] },
    });
    const config = manifests.find(({ kind }) => kind === 'ConfigMap') as { data: Record<string, string> } | undefined;
    const settings = parseHostSettings(parseYaml(config?.data['settings.yaml'] ?? ''));
    assert.equal(settings.sites[0]?.staticExport.version, version);
    assert.equal(settings.sites[0]?.staticExport.bundleUrl, 'https://x.example/a?b=c&d');
    assert.deepEqual(settings.playgroundProxy.allowedPrivateHosts, ['api:1']);
    assert.equal(settings.deploymentKind, 'air-gapped');
    const values = Object(parseYaml(helm?.run('show', 'values', chartFolder('docwright-host')) ?? ''));
    const known = new Set(Object.keys(hostSettings));
    for (const group of ['staticExport', 'playgroundProxy'])
      for (const name of Object.keys(values[group])) assert.ok(known.has(`${group}.${name}`), `${group}.${name}`);
  });
});
