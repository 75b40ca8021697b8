/** A test of a share: its file, relative to the repository's root, and its title. */
export interface ProvenShare {
  readonly file: string;
  readonly title: string;
}

/** A test or a reason that shows that one neighbor leaves capacity for others. */
export type Share =
  | ProvenShare
  /** The reason why one neighbor can't take the resource from another. */
  | { readonly because: string };

export interface BoundedResource {
  /** The names that `findBounded` gives to the lines that limit it. */
  readonly found: readonly string[];
  readonly betweenOrganizations: Share;
  readonly betweenAddresses: Share;
}

const engineTests = 'packages/server/src/platform/job-engine/job-engine.test.ts';
const sharesQueue: Share = {
  file: engineTests,
  title: 'share a worker: a tenant that floods the queue leaves a slot free, and its groups are counted together',
};
const neighbors = 'e2e/neighbors/noisy-neighbors.test.ts';
const noAddress: Share = { because: 'only requests of organizations use it' };
const ownUses: Share = { because: 'each project or organization has its own limit' };
/**
 * Slots that are owned by organizations, sites or client addresses. The rule itself is tested, and each use of it was
 * reviewed.
 */
const fairSlots: Share = {
  file: 'packages/site-server/src/shares/fair-slots.test.ts',
  title: 'one owner can take half of the slots, and a newcomer can still take one',
};
const siteService = 'packages/site-assistant/src/http/site-service.test.ts';
const reports = 'packages/site-server/src/readers/reports-of-a-day.test.ts';
const assistantRoutes = 'packages/server/src/modules/readers/assistant/routes.test.ts';

/** Every limited resource, and the test that one neighbor leaves capacity for others. */
export const boundedResources: Readonly<Record<string, BoundedResource>> = {
  'slots of queues': {
    found: ['server: platform/job-engine/queue-worker.ts running'],
    betweenOrganizations: sharesQueue,
    betweenAddresses: noAddress,
  },
  'agent jobs': queue('server: modules/agent/agent-jobs/job.ts agent-jobs'),
  automations: queue('server: modules/agent/automations/job.ts automations'),
  exports: queue('server: modules/publishing/exports/job.ts export-jobs'),
  'previews of drafts': {
    found: ['server: modules/publishing/drafts/preview-share.ts slots'],
    betweenOrganizations: {
      file: 'packages/server/src/modules/publishing/drafts/preview-share.test.ts',
      title:
        'one organization has half of the renders, and a request beyond its share of the queue is refused with a retry time',
    },
    betweenAddresses: {
      file: 'packages/server/src/modules/publishing/drafts/preview-share.test.ts',
      title: 'one address has a share across organizations, and a request from another address starts immediately',
    },
  },
  'branches that moved': queue('server: modules/publishing/deployments/watch-heads.ts branch-hints'),
  'pull requests that moved': queue('server: modules/publishing/pull-requests/job.ts pull-request-hints'),
  'reports to code hosts': queue('server: modules/publishing/pull-requests/job.ts pull-request-reports'),
  'figures of merged pull requests': queue('server: modules/agent/agent-jobs/merges/job.ts merge-checks'),
  'events of code hosts': queue('server: modules/agent/code-host-events/job.ts code-host-events'),
  'notification emails': {
    found: ['server: modules/agent/notifications/mail-queue.ts notification-mails'],
    betweenOrganizations: {
      because: 'the operator’s mail server accepts each email, and a person gets at most 20 an hour',
    },
    betweenAddresses: noAddress,
  },
  deletions: {
    found: ['server: modules/operations/retention/job.ts deletions'],
    betweenOrganizations: {
      because: 'nobody waits for a deletion: deleted objects disappear for their users immediately',
    },
    betweenAddresses: noAddress,
  },
  deployments: {
    found: ['server: modules/publishing/deployments/job.ts deployments'],
    betweenOrganizations: {
      file: neighbors,
      title: 'a deployment begins while another organization waits for silent hosts',
    },
    betweenAddresses: noAddress,
  },
  'waits for other hosts': {
    found: ['server: platform/job-engine/queue-worker.ts outside'],
    betweenOrganizations: {
      file: engineTests,
      title: 'release their slots while they wait for another host, and continue once they have a slot again',
    },
    betweenAddresses: noAddress,
  },
  'webhook deliveries': {
    found: ['server: modules/project-config/webhooks/job.ts webhook-deliveries'],
    betweenOrganizations: {
      file: neighbors,
      title: 'a webhook is delivered while another organization’s endpoints are silent',
    },
    betweenAddresses: noAddress,
  },
  'builder processes': {
    found: ['server: modules/building/site-rendering/create-site-renderer.ts pool'],
    betweenOrganizations: {
      file: 'packages/server/src/modules/building/site-rendering/builder-pool.test.ts',
      title: 'one of several organizations leaves a process of each kind to the others',
    },
    betweenAddresses: noAddress,
  },
  'checks of specifications by URL': {
    found: ['server: modules/publishing/deployments/watch-specs.ts slots'],
    betweenOrganizations: {
      file: 'packages/server/src/modules/publishing/deployments/watch-specs.test.ts',
      title: 'of a new site are checked in the same round as 60 older sites of another organization',
    },
    betweenAddresses: noAddress,
  },
  'checks of domains': {
    found: ['server: modules/publishing/domains/watch-domains.ts slots'],
    betweenOrganizations: {
      file: 'packages/server/src/modules/publishing/domains/domains.test.ts',
      title: 'of a new project are checked in the same round as 250 older ones of another organization',
    },
    betweenAddresses: noAddress,
  },
  'event streams and long polls': {
    found: ['server: platform/http/open-streams.ts #slots'],
    betweenOrganizations: {
      file: neighbors,
      title: 'a stream opens, and the service is ready, while another organization uses its whole share of streams',
    },
    betweenAddresses: { because: 'a stream needs a key or session, each of which has a share' },
  },
  'requests with a large body': {
    found: ['server: platform/http/large-bodies.ts #slots'],
    betweenOrganizations: {
      file: 'packages/server/src/platform/http/large-bodies.test.ts',
      title:
        'one organization can use half of the slots, another organization’s request starts immediately, and requests beyond the queue limit are refused',
    },
    betweenAddresses: { because: 'the body is read after the key or session was checked' },
  },
  'shared texts that are written into drafts': {
    found: ['server: modules/publishing/shared-texts/rooms.ts #slots'],
    betweenOrganizations: fairSlots,
    betweenAddresses: { because: 'only members of an organization use it' },
  },
  'browsers that show pages to agents': {
    found: ['server: platform/browser/open-browser.ts #slots'],
    betweenOrganizations: fairSlots,
    betweenAddresses: { because: 'only agent jobs use it' },
  },
  'git processes': {
    found: ['server: modules/sources/local-code-host/git-routes.ts slots'],
    betweenOrganizations: {
      file: neighbors,
      title: 'a repository is read while another organization’s pushes never end',
    },
    betweenAddresses: { because: 'an address is also an owner: the same slots are shared between addresses' },
  },
  connections: {
    found: ['site-server: connections/bound-connections.ts server.maxConnections'],
    betweenOrganizations: {
      file: neighbors,
      title: 'commits, new projects and MCP calls are served while another organization’s uploads never end',
    },
    betweenAddresses: {
      file: 'packages/site-server/src/connections/bound-connections.test.ts',
      title: 'each address has a limit, and connections from trusted proxies and this machine are not counted',
    },
  },
  'lookups of sites by name': lookups('server: modules/readers/edge/site-table.ts #budget', {
    file: 'packages/server/src/modules/readers/edge/site-table.test.ts',
    title:
      'refuses a client that requests made-up names at the full rate, and answers the first visit of another client',
  }),
  'TLS handshakes': lookups('server: modules/readers/edge/certificate-contexts.ts #budget', {
    file: 'packages/server/src/modules/readers/edge/certificates.test.ts',
    title: 'one client’s handshakes with made-up names don’t block another client’s handshake',
  }),
  'tokens of ACME': lookups('server: modules/readers/edge/answer-challenge.ts budget', {
    file: 'packages/server/src/modules/readers/edge/answer-challenge.test.ts',
    title: 'while strangers request made-up tokens at the full rate, the authority’s request is answered from memory',
  }),
  'names for a proxy’s certificates': lookups('server: modules/readers/edge/may-have-certificate.ts budget', {
    file: 'packages/server/src/modules/readers/edge/answer-challenge.test.ts',
    title: 'a client that requests made-up names doesn’t use up a proxy’s lookups, and existing names don’t count',
  }),
  'answers of one site': {
    found: ['site-server: answer/answer-slots.ts openAnswerSlots'],
    betweenOrganizations: { because: 'each deployment, each site of a host and the manual have their own limit' },
    betweenAddresses: {
      file: 'packages/site-server/src/bundle/bundle-source.test.ts',
      title:
        'a client is limited to its share of a site’s slots, and another client is served while the share is used up',
    },
  },
  'reads of blobs': {
    found: ['server: modules/readers/edge/open-blob-source.ts openBlobReads'],
    betweenOrganizations: fairSlots,
    betweenAddresses: {
      file: 'packages/server/src/modules/readers/edge/open-blob-source.test.ts',
      title: 'is read for a client even if another client uses its whole share of reads on many sites',
    },
  },
  'password checks': {
    found: ['server: modules/identity/accounts/signing-in/password-hasher.ts slots'],
    betweenOrganizations: { because: 'a person who signs in belongs to no organization yet' },
    betweenAddresses: {
      file: 'packages/server/src/modules/identity/accounts/signing-in/password-hasher.test.ts',
      title: 'one client fills at most half of the queue, and another client’s password is still checked',
    },
  },
  'passwords of a host’s sites': {
    found: ['#addresses', '#sites', '#slots'].map((name) => `host: access/guess-password.ts ${name}`),
    betweenOrganizations: fairSlots,
    betweenAddresses: {
      file: 'packages/host/src/access.test.ts',
      title: 'password attempts are limited for each address',
    },
  },
  'sign-ins of readers': {
    found: ['host: access/create-admission.ts windows', 'server: modules/readers/edge/gate-ports.ts windows'],
    betweenOrganizations: { because: 'each site has its own limit' },
    betweenAddresses: { because: 'each address has its own limit at a site' },
  },
  'searches by API': {
    found: ['searchLimit', 'readerSearchLimit', 'addressLimit'].map(
      (name) => `server: modules/readers/discovery/limits.ts ${name}`,
    ),
    betweenOrganizations: ownUses,
    betweenAddresses: {
      file: 'packages/server/src/modules/readers/discovery/routes.test.ts',
      title:
        'limits one address to a twentieth of the readers’ hourly searches, while another address can still search',
    },
  },
  'answers of models': {
    found: [
      'server: modules/readers/assistant/running-turns.ts #slots',
      'site-assistant: http/local-backend.ts #slots',
    ],
    betweenOrganizations: {
      file: assistantRoutes,
      title:
        'stops a turn whose client has disconnected, and gives an organization half of the slots for model answers',
    },
    betweenAddresses: {
      file: siteService,
      title:
        'one address can use at most half of the concurrent model answers, so another address still receives an answer',
    },
  },
  'questions to the assistant': {
    found: [
      ...[
        'serverMessageLimit',
        'readerMessageLimit',
        'addressLimit',
        'addressHourLimit',
        'threadsOfAddressLimit',
        'unnamed',
      ].map((name) => `server: modules/readers/assistant/limits.ts ${name}`),
      'site-assistant: http/local-backend.ts #messages',
    ],
    betweenOrganizations: ownUses,
    betweenAddresses: {
      file: assistantRoutes,
      title: 'limits an address with a public key to 20 messages a minute, but doesn’t limit programs',
    },
  },
  'MCP of a site': {
    found: ['site-assistant: http/site-service.ts #searches'],
    betweenOrganizations: { because: 'each address has its own limit, no matter which site it requests' },
    betweenAddresses: {
      file: siteService,
      title: 'a batch of MCP messages is rejected as a whole, and counts as one use',
    },
  },
  'calls of the playground': {
    found: ['site-server: playground/answer-playground.ts #slots'],
    betweenOrganizations: fairSlots,
    betweenAddresses: fairSlots,
  },
  'reports of readers': {
    found: ['#ofNetwork', '#ofSite', '#ofNetworkDay', '#ofSiteDay'].map(
      (name) => `site-server: readers/collect-events.ts ${name}`,
    ),
    betweenOrganizations: { because: 'each site has its own limit' },
    betweenAddresses: {
      file: reports,
      title: 'beyond a network’s daily limit across all sites, only the number of events is recorded',
    },
  },
  'events that wait to be stored': {
    found: ['site-server: readers/event-writer.ts #slots'],
    betweenOrganizations: {
      file: reports,
      title:
        'while the store is slow, one site fills at most half of the queue, and another site’s events are queued and stored',
    },
    betweenAddresses: { because: 'an address can send only a few reports a minute' },
  },
  'feedback of readers': {
    found: ['site-server: readers/collect-feedback.ts #ofNetwork', 'site-server: readers/collect-feedback.ts #ofSite'],
    betweenOrganizations: { because: 'each site has its own limit' },
    betweenAddresses: {
      file: reports,
      title: 'one network can send at most a tenth of a site’s daily limit of feedback',
    },
  },
  'uses by the hour': {
    found: [
      'agentJobLimit',
      'agentMessageLimit',
      'commentLimit',
      'deploymentLimit',
      'domainCheckLimit',
      'domainExportLimit',
      'forkPreviewLimit',
      'forkPreviewsOfOneLimit',
      'previewLimit',
      'projectExportLimit',
    ].map((name) => `server: modules/foundation/rate-limits/take-use.ts ${name}`),
    betweenOrganizations: ownUses,
    betweenAddresses: noAddress,
  },
  'bytes on disk': {
    found: ['main/compose.ts', 'modules/identity/storage/storage-quotas.ts'].map(
      (path) => `server: ${path} StorageQuotas`,
    ),
    betweenOrganizations: {
      file: 'packages/server/src/modules/identity/storage/storage-quotas.test.ts',
      title: 'don’t affect another organization',
    },
    betweenAddresses: {
      file: 'packages/server/src/testing/bytes-of-strangers.test.ts',
      title: 'for each table, the manual states one to three times the data that an anonymous caller can store per day',
    },
  },
  'calls of analytics': {
    found: [
      'server: modules/readers/analytics/admit.ts keyLimit',
      'server: modules/readers/analytics/admit.ts sessionLimit',
      'server: modules/readers/analytics/event-routes.ts batchLimit',
    ],
    betweenOrganizations: ownUses,
    betweenAddresses: noAddress,
  },
};

function queue(found: string): BoundedResource {
  return { found: [found], betweenOrganizations: sharesQueue, betweenAddresses: noAddress };
}

function lookups(found: string, betweenAddresses: Share): BoundedResource {
  return {
    found: [found],
    betweenOrganizations: { because: 'unknown clients send these requests, for names that no organization has' },
    betweenAddresses,
  };
}
