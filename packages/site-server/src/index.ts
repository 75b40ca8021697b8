export { admitExchange } from './access/admit-exchange.ts';
export { ExchangeRequest } from './access/exchange-request.ts';
export { ProtectedExchange } from './access/protected-exchange.ts';
export { hasPageLinks, PageAddresses, sitemapFile } from './addresses/page-addresses.ts';
export { audienceKeyOf, audienceOf, readersIn, signedInReader } from './audience/audience-of.ts';
export { openAudience } from './audience/open-audience.ts';
export { SealedReader } from './audience/sealed-reader.ts';
export { BundleSource, openBundleSource, type BundleSourceOptions } from './bundle/bundle-source.ts';
export { listFolderFiles, openFileSource, type ReadableFile, type FileSourceOptions } from './files/file-source.ts';
export { BodyCache } from './caches/body-cache.ts';
export { DiskCache, type DiskCacheOptions } from './caches/disk-cache.ts';
export { SharedReads, type PieceCache } from './caches/piece-cache.ts';
export { Exchange, HttpExchange, type ExchangeObserver, type StreamedBody } from './answer/exchange.ts';
export { matchesEtag, parseRange, type Encoding } from './answer/negotiate.ts';
export { maxRedirectLength, securityHeaders, sendJson, sendText, sendUnavailable } from './answer/plain-answers.ts';
export type { PolicyMode } from './answer/prepare-file.ts';
export { PreparedBudget } from './answer/prepared-budget.ts';
export { ServedSite } from './answer/served-site.ts';
export type { SiteReaders } from './answer/site-readers.ts';
export type { SiteService } from './answer/site-service.ts';
export { openAnswerSlots } from './answer/answer-slots.ts';
export { SiteAnswers, type AnswerSettings } from './answer/site-answers.ts';
export { limitPipelining } from './connections/limit-pipelining.ts';
export { ListeningServers, type ListenSettings, type RequestListener } from './connections/listening-servers.ts';
export {
  AddressLimit,
  boundConnections,
  isProxyEntry,
  type ConnectionBounds,
} from './connections/bound-connections.ts';
export { refusedMethod } from './connections/refused-method.ts';
export { createSiteListener, type SiteListenerOptions } from './connections/site-listener.ts';
export { requestedHost } from './connections/requested-host.ts';
export { splitTarget } from './connections/split-target.ts';
export { SiteError, siteErrorCodes, type SiteErrorCode } from './errors.ts';
export { catchProcessFaults, containConnections, containFaults } from './faults/contain-faults.ts';
export { containSiteRequests } from './faults/contain-sites.ts';
export { bareHost, createAddressRules, type AddressRules } from './outgoing/address-rules.ts';
export {
  checkedLookup,
  hostAndPort,
  requireAllowedLiteral,
  showUrl,
  type AddressCheck,
} from './outgoing/checked-lookup.ts';
export { PlaygroundProxy, type PlaygroundProxySettings } from './playground/answer-playground.ts';
export { readMethods, splitRead, type AgentRead, type ReadMethod, type ToolCall } from './readers/agent-read.ts';
export { classifyAgent, type Agent } from './readers/classify-agent.ts';
export { EventCollector, eventBytesOfDay, eventRowBytes, type EventCollectorDeps } from './readers/collect-events.ts';
export {
  FeedbackCollector,
  maxFeedbackOfDay,
  maxFeedbackOfNetworkDay,
  maxFeedbackBytes,
  type FeedbackCollectorDeps,
} from './readers/collect-feedback.ts';
export { joinCode, splitCode, type CopiedCode } from './readers/copied-code.ts';
export { splitCall, type PlaygroundCall } from './readers/playground-call.ts';
export { DistinctNames, maxNames, otherNames, type NamedKind, type NameScope } from './readers/distinct-names.ts';
export { eventKinds, type EventKind, type ReaderEvent, type SiteEvent } from './readers/event.ts';
export type { EventStore, FeedbackStore, GivenFeedback } from './readers/event-store.ts';
export { newUuid7 } from './readers/new-uuid7.ts';
export { ReportRefused, refusalCodes, type RefusalCode } from './readers/parse-events.ts';
export { parseForwardedEvent, type ForwardingContext } from './readers/parse-forwarded-event.ts';
export type { ReaderFeedback } from './readers/parse-feedback.ts';
export {
  isForwardedFeedback,
  parseForwardedFeedback,
  type ForwardedFeedback,
} from './readers/parse-forwarded-feedback.ts';
export {
  isForwardedTurn,
  parseForwardedTurn,
  type ForwardedQuestion,
  type ForwardedTurn,
  type ForwardedVote,
} from './readers/parse-forwarded-turn.ts';
export { SiteReports, type Asking, type ReportingSite } from './readers/site-reports.ts';
export { toDay } from './readers/to-day.ts';
export { VisitorSalts } from './readers/visitor-salts.ts';
export { toCsvField, writeRows, type ExportColumn, type ExportFormat } from './readers/write-rows.ts';
export type { FileFacts, Part, SealedContent, SealedSiteFile, SiteFile, SiteSource } from './site-source.ts';
export { clientNetwork } from './shares/client-network.ts';
export { FairBudget, type FairBudgetOptions } from './shares/fair-budget.ts';
export { FairSlots, type FairSlotsOptions, type Owners, type SlotOffer } from './shares/fair-slots.ts';
export { networkOfAddress } from './shares/network-of-address.ts';
export { UseWindows, type UseWindow } from './shares/use-windows.ts';
