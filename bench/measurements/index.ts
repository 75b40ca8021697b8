import type { Measurement } from '../run-all/measurement.ts';
import { agentMeasurements } from './agent.ts';
import { readerMeasurements } from './readers.ts';
import { answerMeasurements } from './search-and-assistant.ts';
import { serviceMeasurements } from './service.ts';
import { siteMeasurements } from './sites.ts';

/** Every measurement, in the order of the bench page. */
export const measurements: readonly Measurement[] = [
  ...serviceMeasurements,
  ...siteMeasurements,
  ...readerMeasurements,
  ...answerMeasurements,
  ...agentMeasurements,
];
