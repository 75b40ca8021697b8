import type { AgentError } from '../errors.ts';
import { chooseImages, type ImageBytes } from '../images/shown-images.ts';
import type { JournalRecord } from '../ports.ts';
import type { AgentTurn } from './agent-turn.ts';
import { listImages } from './read-records.ts';
import type { TurnState } from './turn-state.ts';

export const seesImages = ({ capacity, images }: AgentTurn): boolean =>
  capacity?.seesImages === true && images !== undefined;

/** The images of a turn's requests. The images of the last request stay in memory. */
export class RequestImages {
  readonly #turn: AgentTurn;
  #shown: ImageBytes = new Map();

  constructor(turn: AgentTurn) {
    this.#turn = turn;
  }

  async load(records: readonly JournalRecord[], { withoutImages }: TurnState): Promise<ImageBytes> {
    const shown = new Map<string, Uint8Array>();
    const chosen = seesImages(this.#turn) && !withoutImages ? chooseImages(listImages(records)) : [];
    for (const { digest } of chosen) {
      const bytes = this.#shown.get(digest) ?? (await this.#turn.images?.read(digest));
      if (bytes !== undefined) shown.set(digest, bytes);
    }
    this.#shown = shown;
    return shown;
  }
}

/** Whether the error can be about images: providers reject images with the same code as any bad request. */
export const mayRefuseImages = ({ code }: AgentError): boolean =>
  code === 'model_bad_request' || code === 'model_context_exceeded' || code === 'model_not_found';
