import * as contract from '../../contract/company/session.ts';
import { stationColumns } from '../../contract/sites/station-columns.ts';
import { sendAhead } from '../state/connection/ahead.ts';
import { cookiePrefix, readCookie } from '../state/connection/cookies.ts';

/** Sends the calls that the first screen waits for while the console's code is on its way; who asks for an answer takes it over. */
export function askAhead(): void {
  if (readCookie(`${cookiePrefix}token`) !== null) {
    sendAhead(contract.getInfo);
    sendAhead(contract.permissions, { platform: 'admin' });
    sendAhead(contract.getRoleId);
    sendAhead(stationColumns);
  }
  sendAhead(contract.settings);
}
