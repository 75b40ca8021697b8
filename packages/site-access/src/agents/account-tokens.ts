import { redirect, sendPage, type GateAnswer } from '../gate/gate-answer.ts';
import { isOwnForm } from '../gate/gate-request.ts';
import type { GateSite } from '../gate/gate-site.ts';
import type { GatePorts } from '../gate/ports.ts';
import { sendProblem, sendTooMany, sentFromElsewhere } from '../gate/problems.ts';
import { maxTokens } from '../gate/reader-store.ts';
import type { Visit } from '../gate/visit.ts';
import { accountPage, tokenDays } from '../pages/account-page.ts';
import { toShortText } from '../reader/to-short-text.ts';
import type { Session } from '../session/session.ts';
import { resourceOf } from './agent-resource.ts';
import type { TokenRecords } from './token-records.ts';

const maxFormBytes = 8_192;
const maxNameLength = 60;
const daySeconds = 86_400;

/** The message shown above the token list. */
interface Notice {
  readonly created?: string;
  readonly problem?: string;
}

/** The account page, on which readers manage their tokens. */
export class AccountTokens<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;
  readonly #records: TokenRecords<Site>;

  constructor(ports: GatePorts<Site>, records: TokenRecords<Site>) {
    this.#ports = ports;
    this.#records = records;
  }

  async send(visit: Visit<Site>, session: Session, status = 200, notice: Notice = {}): Promise<GateAnswer> {
    const { access } = visit.site;
    const tokens = {
      listed: await this.#records.list(visit.site, session.reader.subject),
      createUrl: visit.path('/account/tokens'),
      revokeUrl: visit.path('/account/tokens/revoke'),
      mcpUrl: resourceOf(visit),
      ...notice,
    };
    const html = accountPage({ ...session, logoutUrl: visit.path('/logout'), tokens });
    // Browsers also apply the form page's policy to the redirect target.
    const logoutUrl = access.mode === 'oauth' ? URL.parse(access.logoutUrl) : null;
    return sendPage({ status, html, formTargets: logoutUrl === null ? [] : [logoutUrl.origin] });
  }

  /** Handles `POST /account/tokens`. */
  async create(visit: Visit<Site>, session: Session): Promise<GateAnswer> {
    const form = await this.#readForm(visit);
    if (!(form instanceof URLSearchParams)) return form;
    const name = toShortText(form.get('name') ?? '', maxNameLength);
    const days = tokenDays.find((known) => String(known) === form.get('days'));
    if (name === '' || days === undefined)
      return this.send(visit, session, 400, {
        problem: `A token needs a name of 1 to ${maxNameLength} characters, and expires in ${tokenDays.join(', ')} days.`,
      });
    const basis = { ...session, subject: session.reader.subject };
    const created = await this.#records.create(visit.site, basis, { name, use: 'site', seconds: days * daySeconds });
    if (created !== undefined) return this.send(visit, session, 200, { created });
    const problem = `You have ${maxTokens} tokens, which is the limit. Revoke one first.`;
    return this.send(visit, session, 409, { problem });
  }

  /** Handles `POST /account/tokens/revoke`. */
  async revoke(visit: Visit<Site>, session: Session): Promise<GateAnswer> {
    const form = await this.#readForm(visit);
    if (!(form instanceof URLSearchParams)) return form;
    await this.#records.revoke(visit.site, { id: form.get('id') ?? '', subject: session.reader.subject });
    return redirect(303, visit.path('/account'));
  }

  async #readForm({ site, request }: Visit<Site>): Promise<URLSearchParams | GateAnswer> {
    if (!isOwnForm(request, site.hosts)) return sentFromElsewhere();
    const seconds = this.#ports.takeSignIn(site, request.address);
    if (seconds > 0) return sendTooMany(seconds);
    const form = await request.readForm(maxFormBytes);
    return form ?? sendProblem(413, { title: 'Not accepted', message: 'The form is too long.' });
  }
}
