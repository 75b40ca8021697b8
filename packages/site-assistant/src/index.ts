export { openSiteKnowledge } from './knowledge/open-site-knowledge.ts';
export type {
  KnowledgeFilter,
  KnownOperation,
  KnownPage,
  OperationName,
  PageFacts,
  PageFilter,
  PageList,
  PageOperation,
  PageSection,
  Passage,
  SearchOptions,
  SearchResult,
  SiteKnowledge,
} from './knowledge/site-knowledge.ts';
