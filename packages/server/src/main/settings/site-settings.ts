import { isIP } from 'node:net';
import { analyticsSettings, readAnalyticsSettings } from '../../modules/readers/analytics/index.ts';
import {
  createSettingReader,
  integer,
  origins,
  splitList,
  yesNo,
  type FindSetting,
  type Kind,
  type SettingTable,
} from '../../platform/settings/index.ts';
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

/** `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`. */
const dnsServers: Kind<readonly string[]> = {
  read: (value, refuse) =>
    splitList(value).map((server) => {
      const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(server) ?? [];
      const isServer = isIP(server) !== 0 || isIP(bracketed ?? plain ?? '') !== 0;
      return isServer ? server : refuse('addresses with or without a port, separated by commas', server);
    }),
};

/** Empty for `none`. */
const specHosts: Kind<readonly string[]> = {
  read: (value) => splitList(value.toLowerCase()).filter((host) => host !== 'none'),
};

/** Settings of live sites. */
export const siteSettings = {
  sitesDomain: {
    environment: 'DOCWRIGHT_SITES_DOMAIN',
    kind: domain,
    default: 'localhost',
    doc: 'Domain below which live sites are: each is `{slug}.{domain}`, each preview `{branch}--{slug}.{domain}`. A wildcard record of it leads to the edges. Never a domain of the dashboard.',
  },
  sitesShareDomain: {
    environment: 'DOCWRIGHT_SITES_SHARE_DOMAIN',
    kind: yesNo,
    default: 'no',
    doc: 'yes: live sites may have the registrable domain of the dashboard. What authors write can then set and read cookies of that domain.',
  },
  sitesPort: {
    environment: 'DOCWRIGHT_SITES_PORT',
    kind: integer(0, 65_535),
    part: true,
    default: undefined,
    doc: 'TCP port on which live sites are answered. 0 takes any free one. Default: the one after DOCWRIGHT_PORT, 4401.',
  },
  sitesUrlPort: {
    environment: 'DOCWRIGHT_SITES_URL_PORT',
    kind: integer(1, 65_535),
    default: undefined,
    doc: 'Port in the addresses of sites, where a proxy in front has another: 443. Default: DOCWRIGHT_SITES_PORT.',
  },
  sitesAddresses: {
    environment: 'DOCWRIGHT_SITES_ADDRESSES',
    kind: addresses,
    default: '',
    doc: 'Addresses of the edges, IPv4 and IPv6, separated by commas: what the A and AAAA records of customers’ apex domains are to be.',
  },
  dnsServers: {
    environment: 'DOCWRIGHT_DNS_SERVERS',
    kind: dnsServers,
    default: '',
    doc: 'DNS servers that are asked for the records of customers’ domains, as address or address:port, separated by commas. Default: those of the machine.',
  },
  deploymentConcurrency: {
    environment: 'DOCWRIGHT_DEPLOYMENT_CONCURRENCY',
    kind: integer(0, 100),
    default: '2',
    doc: 'Deployments at the same time in one worker; each uses about one core. 0 leaves them to other workers. Organizations share them as they share `DOCWRIGHT_EXPORT_CONCURRENCY`.',
  },
  branchSeconds: {
    environment: 'DOCWRIGHT_BRANCH_SECONDS',
    kind: integer(5, 86_400),
    default: '60',
    doc: 'How often a project’s branch is looked at where no hook tells of pushes: 5 to 86400. Previews and pull requests are asked for up to 15 times less often while nothing changes, but no less than every hour.',
  },
  specSeconds: {
    environment: 'DOCWRIGHT_SPEC_SECONDS',
    kind: integer(60, 604_800),
    default: '3600',
    doc: 'How often the specifications that live sites name by URL are looked at; a changed one is deployed: 60 to 604800.',
  },
  assistantSilenceSeconds: {
    environment: 'DOCWRIGHT_ASSISTANT_SILENCE_SECONDS',
    kind: integer(1, 60),
    default: '20',
    doc: 'For how long the model of a site’s assistant may send nothing at all, no word, no thought and no sign that it is alive, before the next model is asked or the best passages are shown: 1 to 60, after which every answer ends. Raise it for a model that thinks without a word; ollama, lmstudio and llamacpp have the whole 60, as they load a model first.',
  },
  linkChecks: {
    environment: 'DOCWRIGHT_LINK_CHECKS',
    kind: yesNo,
    default: 'yes',
    doc: 'Whether workers ask the links of live sites to other hosts if they still answer: yes or no. Private networks are never asked, a host at most once a second.',
  },
  edgeCacheMegabytes: {
    environment: 'DOCWRIGHT_EDGE_CACHE_MEGABYTES',
    kind: integer(1, 1_000_000),
    default: '128',
    doc: 'Memory of one edge for the files that readers ask for most.',
  },
  edgeIndexMegabytes: {
    environment: 'DOCWRIGHT_EDGE_INDEX_MEGABYTES',
    kind: integer(1, 1_000_000),
    default: '256',
    doc: 'Memory of one edge for the indexes of the sites that were asked for: some 50 bytes a file. The one that was asked for longest ago is read again when it is asked for next.',
  },
  edgeDiskMegabytes: {
    environment: 'DOCWRIGHT_EDGE_DISK_MEGABYTES',
    kind: integer(0, 100_000_000),
    default: '1024',
    doc: 'Disk of one edge, in the data folder, for files that it has read from the blob store; 0 keeps none. Two edges need two data folders.',
  },
  keepDeployments: {
    environment: 'DOCWRIGHT_KEEP_DEPLOYMENTS',
    kind: integer(2, 1_000),
    default: '20',
    doc: 'Ready deployments of production that are kept whatever their age, to roll back to: 2 to 1000. The live one is always kept; a preview keeps its last three.',
  },
  keepDeploymentDays: {
    environment: 'DOCWRIGHT_KEEP_DEPLOYMENT_DAYS',
    kind: integer(1, 3_650),
    default: '7',
    doc: 'Days for which all ready deployments of production are kept, completed exports, and what failed or was skipped: 1 to 3650. At 50 commits a day each day of a site of 1,000 pages is half a gigabyte.',
  },
  previewDays: {
    environment: 'DOCWRIGHT_PREVIEW_DAYS',
    kind: integer(1, 3_650),
    default: '30',
    doc: 'Days after which a preview ends that nobody opened or deployed: 1 to 3650. Another head of its branch brings it back.',
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
    doc: 'Hosts that are asked for the API specifications that docs.json names by URL, separated by commas: names, `*.example.com`, `*` for every public host, `none` for none. They are fetched before a build, outside of its sandbox: over https, five at a time, 20 MiB and 20 seconds each, 30 seconds for all of a site. A host that did not answer is asked again after three minutes.',
  },
  ...analyticsSettings,
  ...certificateSettings,
} as const satisfies SettingTable;

/** @param port of the API */
export function readSiteSettings(find: FindSetting, port: number) {
  const read = createSettingReader(siteSettings, find);
  const sitesPort = read('sitesPort');
  return {
    sitesPort: sitesPort ?? (port === 0 || port === 65_535 ? 0 : port + 1),
    /** Whether the port was set explicitly: then no other will do. */
    sitesPortIsSet: sitesPort !== undefined,
    ...readAnalyticsSettings(find),
    ...readCertificateSettings(find),
  };
}
