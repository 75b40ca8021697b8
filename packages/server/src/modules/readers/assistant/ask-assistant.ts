import type { SendAssistantMessageBody } from '@docwright/contract';
import {
  parseMessage,
  ServiceError,
  type AssistantMessage,
  type StartedAnswer,
  type SiteKnowledge,
} from '@docwright/site-assistant';
import { networkOfAddress } from '@docwright/site-server';
import { isPublicKey } from '../../project-config/public-keys/index.ts';
import { hasScope, type Principal } from '../../../platform/http/index.ts';
import {
  findOwnSite,
  groupsNotAllowed,
  isSiteFailure,
  siteUnreadable,
  type LiveKnowledge,
  type LiveSite,
} from '../discovery/index.ts';
import { answerQuestion, type AnswerDeps } from './answer-question.ts';
import { findAssistantSettings, type StoredSettings } from './assistant-settings.ts';
import { assistantDisabled, assistantOff, invalidMessage } from './errors.ts';
import { addressLimit, messageLimitOf, ownerOf, requireNotRefused, takeMessage } from './limits.ts';
import { spenderOf, type AskerKind } from './thread-key.ts';

export interface AssistantDeps extends AnswerDeps {
  readonly findSite: (domain: string) => Promise<LiveSite | undefined>;
  readonly knowledge: LiveKnowledge;
}

export interface Question {
  readonly principal: Principal;
  readonly domain: string;
  readonly body: SendAssistantMessageBody;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Returns the answer when it starts; refusals and an unreadable site are reported before that.
 * @throws ApiError
 */
export async function askAssistant(deps: AssistantDeps, question: Question): Promise<StartedAnswer> {
  const { principal, body, signal, domain } = question;
  const { groups = [], ...filter } = body.filter ?? {};
  // As with searches, a caller that names groups receives content that is restricted to them.
  if (groups.length > 0 && !hasScope(principal, 'deployments:write')) throw groupsNotAllowed();
  const message = readMessage({ ...body, filter });
  const kind = kindOf(principal);
  const owner = ownerOf(deps, principal);
  if (owner !== undefined) requireNotRefused(deps, owner);
  const { site, settings, knowledge } = await findAssistant(deps, { principal, domain, groups }).catch(
    async (error: unknown) => {
      // Requests for unknown sites also count, so that no one can guess names without a limit.
      if (owner !== undefined) await takeMessage(deps, owner, addressLimit.limit);
      await deps.limits.take(messageLimitOf(kind), principal.organizationId);
      throw error;
    },
  );
  if (owner !== undefined) await takeMessage(deps, owner, settings.messagesPerMinute);
  const network = networkOfAddress(principal.origin.address);
  return answerQuestion(deps, {
    site,
    settings,
    knowledge,
    message,
    kind,
    visitor: body.fp,
    groups,
    // Other keys belong to servers, which name their readers.
    spender: spenderOf(
      deps.addressSecret,
      site.projectId,
      kind === 'secret' && body.fp !== undefined ? body.fp : network,
    ),
    owners: kind === 'secret' ? [site.organizationId] : [site.organizationId, network],
    signal,
    toRefusal: (cause) => {
      if (!isSiteFailure(cause)) return cause;
      deps.knowledge.forget(site.deploymentId);
      return siteUnreadable(domain, cause);
    },
  });
}

export const kindOf = ({ actor }: Pick<Principal, 'actor'>): AskerKind => (isPublicKey(actor) ? 'public' : 'secret');

interface FoundAssistant {
  readonly site: LiveSite;
  readonly knowledge: SiteKnowledge;
  readonly settings: StoredSettings;
}

function readMessage(body: SendAssistantMessageBody): AssistantMessage {
  try {
    return parseMessage(body);
  } catch (error) {
    if (error instanceof ServiceError) throw invalidMessage(error.message, error);
    throw error;
  }
}

/** @throws ApiError not_found, assistant_off, site_unreadable */
async function findAssistant(
  { database, findSite, knowledge: all }: AssistantDeps,
  { principal, domain, groups }: Pick<Question, 'principal' | 'domain'> & { readonly groups: readonly string[] },
): Promise<FoundAssistant> {
  const site = await findOwnSite(findSite, { principal, domain });
  const settings = await findAssistantSettings(database.kysely, site);
  if (!settings.enabled) throw assistantDisabled(domain);
  const { knowledge, hasAssistant } = await all.of({ ...site, groups }).catch((error: unknown) => {
    throw isSiteFailure(error) ? siteUnreadable(domain, error) : error;
  });
  if (!hasAssistant) throw assistantOff(domain);
  return { site, knowledge, settings };
}
