/**
 * Reports changes to an edge: by notifications, and by polling twice a second while notifications don't arrive. With a
 * pooler that assigns connections per transaction, LISTEN succeeds but no notification ever arrives.
 */
import { randomUUID } from 'node:crypto';
import type { Database, NotificationHub } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import {
  type DeploymentTables,
  selectChanges,
  type SiteChange,
  siteChannel,
} from '../../publishing/deployments/index.ts';
import type { SiteTable } from './site-table.ts';
import { notifyProof } from './store.ts';

const askMs = 500;
/** Interval between searches for unreported changes, and between attempts to verify that notifications arrive. */
const lookAgainMs = 30_000;
const proofChannel = 'docwright_proof';

export interface FollowChangesDeps {
  readonly database: Database<DeploymentTables>;
  readonly notifications: NotificationHub;
  readonly table: Pick<SiteTable, 'changed' | 'changedAll' | 'lookAgain'>;
  readonly log: Logger;
  /** Called when the database has answered. */
  readonly onReady: () => void;
}

/** Returns a function that stops following. */
export async function followChanges(deps: FollowChangesDeps): Promise<() => Promise<void>> {
  const { notifications, table } = deps;
  const proof = new Proof(deps);
  const listeners = [
    await notifications.listen({
      channel: proofChannel,
      onMessage: (token) => proof.heard(token),
      onSubscribed: () => void proof.begin(),
    }),
    await notifications.listen({
      channel: siteChannel,
      onMessage: (projectId) => void table.changed(projectId),
      onSubscribed: () => {
        deps.onReady();
        void table.changedAll();
      },
    }),
  ];
  const questions = new Questions(deps);
  const asking = setInterval(() => void (proof.isReceived ? questions.pause() : questions.ask()), askMs);
  const lookingAgain = setInterval(() => {
    void table.lookAgain();
    if (!proof.isReceived) void proof.begin();
  }, lookAgainMs);
  return async () => {
    clearInterval(asking);
    clearInterval(lookingAgain);
    for (const listener of listeners) await listener.close();
  };
}

/**
 * Verifies that notifications arrive: this process sends one to itself over another connection, because a connection
 * receives its own notifications even through a pooler.
 */
class Proof {
  readonly #deps: FollowChangesDeps;
  #token = '';
  isReceived = false;

  constructor(deps: FollowChangesDeps) {
    this.#deps = deps;
  }

  async begin(): Promise<void> {
    this.isReceived = false;
    this.#token = randomUUID();
    await notifyProof(this.#deps.database.kysely, proofChannel, this.#token).catch(() => undefined);
  }

  heard(token: string): void {
    if (token === this.#token) this.isReceived = true;
  }
}

class Questions {
  readonly #deps: FollowChangesDeps;
  /** The transaction from which the next poll starts; `undefined` for the first poll. */
  #from: string | undefined;
  /** Changes that were already reported, from transactions that the next poll includes again. */
  #reported = new Set<string>();
  #isAsking = false;
  #isAway = false;

  constructor(deps: FollowChangesDeps) {
    this.#deps = deps;
  }

  pause(): void {
    this.#from = undefined;
  }

  async ask(): Promise<void> {
    // Polls don't overlap.
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { database, log } = this.#deps;
    try {
      const { changes, next } = await selectChanges(database.kysely, this.#from);
      if (this.#from === undefined)
        log.warn({ askMs }, "database notifications don't arrive: polling for changes instead");
      this.#tell(changes);
      this.#from = next;
      this.#isAway = false;
    } catch (err) {
      if (!this.#isAway) log.warn({ err }, "changes can't be read; known sites are unchanged");
      this.#isAway = true;
    } finally {
      this.#isAsking = false;
    }
  }

  #tell(changes: readonly SiteChange[]): void {
    const nameOf = ({ transaction, projectId }: SiteChange): string => `${transaction} ${projectId}`;
    const news = changes.filter((change) => !this.#reported.has(nameOf(change)));
    for (const projectId of new Set(news.map((change) => change.projectId))) void this.#deps.table.changed(projectId);
    this.#reported = new Set(changes.map(nameOf));
  }
}
