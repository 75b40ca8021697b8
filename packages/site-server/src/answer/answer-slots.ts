import { FairSlots } from '../shares/fair-slots.ts';

/**
 * Concurrent responses of a site that wait for a read or a slow reader; each buffers at most 2 MiB. The owners are
 * client networks.
 */
const maxAnswers = 512;

export const openAnswerSlots = (): FairSlots => new FairSlots(maxAnswers, 0);
