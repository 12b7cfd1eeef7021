import type { ImportRun } from '../../contract/imports.ts';
import type { Run } from './runs.ts';

/** An import as the contract has it. */
export function runView({ stationId: _station, asked: _asked, sourceId: _source, ...run }: Run): ImportRun {
  return run;
}
