import type { Call } from './call.ts';
import * as history from './history-calls.ts';
import * as live from './live.ts';
import * as session from './session.ts';
import * as stations from './stations.ts';

/** Every call of the product. */
export const calls = [
  session.settings,
  session.login,
  session.loginCode,
  session.logout,
  session.changePassword,
  session.getInfo,
  session.permissions,
  session.getRoleId,
  stations.stations,
  stations.station,
  stations.stationOverview,
  stations.readingRows,
  stations.waveform,
  history.historyColumns,
  history.historyGaps,
  live.stream,
] as const satisfies readonly Call[];
