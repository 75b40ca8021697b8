import { isIP } from 'node:net';
import { analyticsSettings, readAnalyticsSettings } from '../../modules/readers/analytics/index.ts';
import {
  createSettingReader,
  integer,
  splitList,
  yesNo,
  type FindSetting,
  type Kind,
  type SettingTable,
} from '@docwright/site-server/settings';
import { origins } from './origins.ts';
import { certificateSettings, readCertificateSettings } from './certificate-settings.ts';

const domainName = /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

const domain: Kind<string> = {
  read: (value, refuse) => {
    const name = value.toLowerCase();
    return domainName.test(name) ? name : refuse('a domain without scheme and port', name);
  },
};

const addresses: Kind<readonly string[]> = {
  read: (value, refuse) =>
    splitList(value).map((each) =>
      isIP(each) === 0 ? refuse('IPv4 and IPv6 addresses, separated by commas', each) : each,
    ),
};

/** A list of addresses such as `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53` or `[2001:db8::53]:5353`. */
const dnsServers: Kind<readonly string[]> = {
  read: (value, refuse) =>
    splitList(value).map((server) => {
      const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(server) ?? [];
      const isServer = isIP(server) !== 0 || isIP(bracketed ?? plain ?? '') !== 0;
      return isServer ? server : refuse('addresses with optional ports, separated by commas', server);
    }),
};

/** A list of hosts, which is empty for `none`. */
const specHosts: Kind<readonly string[]> = {
  read: (value) => splitList(value.toLowerCase()).filter((host) => host !== 'none'),
};

/** Settings of live sites. */
export const siteSettings = {
  sitesDomain: {
    environment: 'DOCWRIGHT_SITES_DOMAIN',
    kind: domain,
    default: 'localhost',
    doc: "Domain of live sites: each site is at `{slug}.{domain}`, each preview at `{branch}--{slug}.{domain}`. A wildcard record must resolve to the edge nodes. Never use the dashboard's domain.",
  },
  sitesShareDomain: {
    environment: 'DOCWRIGHT_SITES_SHARE_DOMAIN',
    kind: yesNo,
    default: 'no',
    doc: 'yes: live sites may share the registrable domain of the dashboard. Authors can then set and read cookies of that domain.',
  },
  privateSignInHosts: {
    environment: 'DOCWRIGHT_PRIVATE_SIGN_IN_HOSTS',
    kind: origins,
    default: '',
    doc: "Hosts with private addresses that edges can request when readers sign in: issuers, token URLs and user APIs of readers' access. `name`, `name:port` or `http://name:port`, separated by commas.",
  },
  sitesPort: {
    environment: 'DOCWRIGHT_SITES_PORT',
    kind: integer(0, 65_535),
    part: true,
    default: undefined,
    doc: 'TCP port of live sites. 0 uses any free port. Default: the port after DOCWRIGHT_PORT, 4401.',
  },
  sitesUrlPort: {
    environment: 'DOCWRIGHT_SITES_URL_PORT',
    kind: integer(1, 65_535),
    default: undefined,
    doc: 'Port in the addresses of sites, if a proxy in front uses another one, such as 443. Default: DOCWRIGHT_SITES_PORT.',
  },
  sitesAddresses: {
    environment: 'DOCWRIGHT_SITES_ADDRESSES',
    kind: addresses,
    default: '',
    doc: "IPv4 and IPv6 addresses of the edge nodes, separated by commas, for the A and AAAA records of customers' apex domains.",
  },
  dnsServers: {
    environment: 'DOCWRIGHT_DNS_SERVERS',
    kind: dnsServers,
    default: '',
    doc: "DNS servers for checking the records of customers' domains, as address or address:port, separated by commas. Default: those of the machine.",
  },
  deploymentConcurrency: {
    environment: 'DOCWRIGHT_DEPLOYMENT_CONCURRENCY',
    kind: integer(0, 100),
    default: '2',
    doc: 'Concurrent deployments per worker; each uses about one core. 0 leaves them to other workers. Organizations share them as they share `DOCWRIGHT_EXPORT_CONCURRENCY`.',
  },
  branchSeconds: {
    environment: 'DOCWRIGHT_BRANCH_SECONDS',
    kind: integer(5, 86_400),
    default: '60',
    doc: "Seconds between checks of a project's branch if no hook reports pushes: 5 to 86400. Previews and pull requests are checked up to 15 times less often while nothing changes, but at least hourly.",
  },
  specSeconds: {
    environment: 'DOCWRIGHT_SPEC_SECONDS',
    kind: integer(60, 604_800),
    default: '3600',
    doc: 'Seconds between checks of API specifications that live sites reference by URL: 60 to 604800. If one has changed, the site is deployed.',
  },
  assistantSilenceSeconds: {
    environment: 'DOCWRIGHT_ASSISTANT_SILENCE_SECONDS',
    kind: integer(1, 60),
    default: '20',
    doc: "Seconds for which the model of a site's assistant may send nothing at all (no text, no reasoning, no keep-alive) before the next model is used or the best passages are shown: 1 to 60. An answer always ends after 60 seconds. Raise this value for a model that thinks silently; ollama, lmstudio and llamacpp always have 60 seconds, because they load a model first.",
  },
  linkChecks: {
    environment: 'DOCWRIGHT_LINK_CHECKS',
    kind: yesNo,
    default: 'yes',
    doc: 'Whether workers check links from live sites to other hosts: yes or no. Private networks are never contacted, and each host is contacted at most once per second.',
  },
  edgeCacheMegabytes: {
    environment: 'DOCWRIGHT_EDGE_CACHE_MEGABYTES',
    kind: integer(1, 1_000_000),
    default: '128',
    doc: 'Memory of an edge node for the most frequently requested files.',
  },
  edgeIndexMegabytes: {
    environment: 'DOCWRIGHT_EDGE_INDEX_MEGABYTES',
    kind: integer(1, 1_000_000),
    default: '256',
    doc: 'Memory of an edge node for the indexes of requested sites: about 50 bytes per file. The least recently used index is dropped and read again on the next request.',
  },
  edgeDiskMegabytes: {
    environment: 'DOCWRIGHT_EDGE_DISK_MEGABYTES',
    kind: integer(0, 100_000_000),
    default: '1024',
    doc: 'Disk space of an edge node, in the data folder, for files from the blob store; 0 caches none. Two edge nodes need two data folders.',
  },
  keepDeployments: {
    environment: 'DOCWRIGHT_KEEP_DEPLOYMENTS',
    kind: integer(2, 1_000),
    default: '20',
    doc: 'Number of successful production deployments kept for rollbacks, regardless of their age: 2 to 1000. The live one is always kept; a preview keeps its last three.',
  },
  keepDeploymentDays: {
    environment: 'DOCWRIGHT_KEEP_DEPLOYMENT_DAYS',
    kind: integer(1, 3_650),
    default: '7',
    doc: 'Days for which all successful production deployments, completed exports, and failed or skipped deployments are kept: 1 to 3650. At 50 commits per day, a site of 1,000 pages needs half a gigabyte per day.',
  },
  previewDays: {
    environment: 'DOCWRIGHT_PREVIEW_DAYS',
    kind: integer(1, 3_650),
    default: '30',
    doc: 'Days after which a preview that nobody opened or deployed expires: 1 to 3650. A new commit on its branch restores it.',
  },
  privateSpecHosts: {
    environment: 'DOCWRIGHT_PRIVATE_SPEC_HOSTS',
    kind: origins,
    default: '',
    doc: 'Hosts of API specifications with private addresses: `name`, `name:port` or `http://name:port`, separated by commas.',
  },
  specHosts: {
    environment: 'DOCWRIGHT_SPEC_HOSTS',
    kind: specHosts,
    default: '*',
    doc: 'Hosts from which API specifications referenced by URL in docs.json are fetched, separated by commas: names, `*.example.com`, `*` for every public host, `none` for none. They are fetched before a build, outside its sandbox: over https, five at a time, at most 20 MiB and 20 seconds each, and 30 seconds per site. A host that did not respond is retried after three minutes.',
  },
  ...analyticsSettings,
  ...certificateSettings,
} as const satisfies SettingTable;

/** @param port the port of the API */
export function readSiteSettings(find: FindSetting, port: number) {
  const read = createSettingReader(siteSettings, find);
  const sitesPort = read('sitesPort');
  return {
    sitesPort: sitesPort ?? (port === 0 || port === 65_535 ? 0 : port + 1),
    /** Whether the port was set explicitly; if so, no other port is used instead. */
    sitesPortIsSet: sitesPort !== undefined,
    ...readAnalyticsSettings(find),
    ...readCertificateSettings(find),
  };
}
