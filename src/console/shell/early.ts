/**
 * The calls that the first screen waits for, sent before the rest of the console's code is evaluated: this module is
 * imported before it, and imports little. Who asks for an answer takes it over (state/client).
 */
import * as contract from '../../contract/session.ts';
import { stations } from '../../contract/stations.ts';
import { sendAhead } from '../state/client.ts';
import { cookiePrefix, readCookie } from '../state/cookies.ts';

if (readCookie(`${cookiePrefix}token`) !== null) {
  sendAhead(contract.getInfo);
  sendAhead(contract.permissions, { platform: 'admin' });
  sendAhead(contract.getRoleId);
  sendAhead(stations);
}
sendAhead(contract.settings);
