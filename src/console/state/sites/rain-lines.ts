import { useQuery } from '@tanstack/react-query';
import type { BodyOf } from '../../../contract/call.ts';
import { rainLinesOfStation, setRainLine as setCall } from '../../../contract/sites/rain-lines.ts';
import { request } from '../connection/client.ts';

export type { OwnRainLine } from '../../../contract/sites/rain-lines.ts';

/** Under which own lines are kept. */
export const rainLinesKey = 'rain lines';

/** The own lines of a station and of its project. */
export function useRainLines(stationId: number) {
  return useQuery({
    queryKey: [rainLinesKey, stationId],
    queryFn: ({ signal }) => request(rainLinesOfStation, { params: { stationId }, signal }),
  });
}

export const setRainLine = (stationId: number, body: BodyOf<typeof setCall>) =>
  request(setCall, { params: { stationId }, body });
