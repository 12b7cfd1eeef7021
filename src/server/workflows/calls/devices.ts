import { Refusal } from '../../../base/errors.ts';
import { languages } from '../../../base/messages.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { ScriptDevice } from '../../../script/calls.ts';
import { type DeviceReason, deviceReasons } from '../../../script/problem.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { ownerOf } from '../../delivery/row.ts';
import type { Board } from '../../sites/board.ts';
import type { Site } from '../../sites/structure.ts';
import type { CompanyScope } from '../../sites/visible.ts';
import { words } from '../../words.ts';

/** What stands on a station, as far as devices are looked for. */
export interface Placed {
  readonly rtu: { readonly id: number } | null;
  readonly sensors: readonly { readonly slot: number; readonly kind: number }[];
}
export interface FoundDevice {
  readonly rtuId: number;
  readonly slot: number | null;
  /** Sensor type code; null for the RTU. */
  readonly kind: number | null;
}
export interface Failure {
  readonly ok: false;
  readonly slot: number | null;
  readonly reason: { readonly id: DeviceReason; readonly text: string };
}

/** Why a device has no answer, in the language of the run: scripts put it into plans as it is. */
export const failure = (
  { language }: Pick<Viewer, 'language'>,
  id: DeviceReason,
  slot: number | null,
  more = '',
): Failure => {
  const text = words(language)(`workflow.reason.${id}`);
  return { ok: false, slot, reason: { id, text: more === '' ? text : `${text}: ${more}` } };
};

/**
 * The reason that a text of a script passes on as the server said it, in whichever language that was, with what the
 * device added; null for words of the script's own.
 */
export function passedOn(text: string): { readonly id: DeviceReason; readonly more: string } | null {
  for (const language of languages)
    for (const id of deviceReasons) {
      const said = failure({ language }, id, null).reason.text;
      if (text === said) return { id, more: '' };
      if (text.startsWith(`${said}: `)) return { id, more: text.slice(said.length + 2) };
    }
  return null;
}

/** A station's site; null where there is none that the viewer may see. */
export function siteOf(board: Board, viewer: CompanyScope, stationId: number): Site | null {
  try {
    return board.one(viewer, stationId).site;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The device with a group that a script means on a station, or why there is none. */
export function findOn(
  site: Placed | null | undefined,
  slot: number | null,
  group: string,
): FoundDevice | DeviceReason {
  if (site === null || site === undefined) return 'gone';
  const { rtu, sensors } = site;
  if (rtu === null) return 'noRtu';
  const has = (kind: number | null) =>
    (ownerOf(kind)?.groups as readonly string[] | undefined)?.includes(group) === true;
  if (slot === null && has(null)) return { rtuId: rtu.id, slot: null, kind: null };
  const own = sensors.filter((sensor) => (slot === null || sensor.slot === slot) && has(sensor.kind));
  const [only, ...others] = own;
  if (only === undefined)
    return slot !== null && !sensors.some((sensor) => sensor.slot === slot) ? 'noSensor' : 'noGroup';
  if (others.length > 0) return 'severalSensors';
  return { rtuId: rtu.id, slot: only.slot, kind: only.kind };
}

/** As `findOn`, on a station that the viewer may see. */
export function findDevice(
  board: Board,
  viewer: CompanyScope,
  { station, slot }: ScriptDevice,
  group: string,
): FoundDevice | DeviceReason {
  return findOn(siteOf(board, viewer, station), slot, group);
}

export const kindName = (code: number): string => kindByCode(code)?.id ?? String(code);
