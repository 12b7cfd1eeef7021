import * as contract from '../../../contract/sites/sirens.ts';
import type { By } from '../../audit/by.ts';
import { confirm } from '../../delivery/confirm.ts';
import { siteViews } from '../../sirens/view.ts';
import { fromJson } from '../../storage/json.ts';
import { type Binding, bind } from '../bind.ts';
import type { Guarded } from './joint-acts.ts';
import { line, shownSirens } from './joint-shown.ts';

/** Sirens of sites. */
export function sirenHandlers({ services, acts, joint }: Guarded): readonly Binding[] {
  const { sirenBook, board, login } = services;
  /** Who asks has proved once more who they are: the first signature, or the only one. */
  const proven = (
    by: By & { readonly body: { readonly password: string; readonly code?: string | undefined } },
    body: unknown,
  ) => confirm(login, by, { password: by.body.password, code: by.body.code, body });
  return [
    bind(contract.sirenSites, async ({ viewer }) => ({ sites: await siteViews(sirenBook.sources, viewer) })),
    bind(contract.sirenSite, ({ viewer, params }) => sirenBook.site(viewer, params.stationId)),
    bind(contract.saveSirenSite, async (by) => {
      const { stationId } = by.params;
      const body = { stationId, ...by.body };
      const { setup, targets } = await sirenBook.setup(by.viewer, stationId);
      const more = [
        line('prepares', body.prepares),
        line('before', setup.prepares),
        line('reason', body.reason),
      ];
      const shown = () => shownSirens(board, by.viewer, stationId, { targets, sound: body.sound }, more);
      await joint.guarded(by, { kind: 'sirenSite', body, language: by.language, shown }, () =>
        acts.sirenSite(by, body),
      );
      return sirenBook.site(by.viewer, stationId);
    }),
    bind(contract.prepareSirens, async (by) => {
      const { stationId } = by.params;
      await sirenBook.prepare(by, stationId, by.body.alarmId);
      return sirenBook.site(by.viewer, stationId);
    }),
    bind(contract.soundCall, async (by) => {
      const { callId } = by.params;
      const body = { callId, hash: by.body.hash };
      const call = await sirenBook.call(by.viewer, callId);
      await proven(by, body);
      const what = { targets: fromJson(call.targets), sound: fromJson(call.sound) };
      const shown = () =>
        shownSirens(board, by.viewer, call.station_id, what, [line('alarm', call.alarm_id ?? '–')]);
      await joint.guarded(by, { kind: 'sound', body, language: by.language, shown }, () =>
        acts.sound(by, body),
      );
      return sirenBook.site(by.viewer, call.station_id);
    }),
    bind(contract.refuseCall, async (by) => {
      const call = await sirenBook.call(by.viewer, by.params.callId);
      await sirenBook.refuse(by, by.params.callId, by.body.reason);
      return sirenBook.site(by.viewer, call.station_id);
    }),
    bind(contract.drillSirens, async (by) => {
      const { stationId } = by.params;
      const { targets, sound } = await sirenBook.plan(by.viewer, stationId);
      const body = { stationId, reason: by.body.reason.trim(), targets, sound };
      await proven(by, body);
      const shown = () =>
        shownSirens(board, by.viewer, stationId, body, [line('drill', ''), line('reason', body.reason)]);
      await joint.guarded(by, { kind: 'drill', body, language: by.language, shown }, () =>
        acts.drill(by, body),
      );
      return sirenBook.site(by.viewer, stationId);
    }),
    bind(contract.armSite, async (by) => {
      const { stationId } = by.params;
      const { setup, targets, sound } = await sirenBook.plan(by.viewer, stationId);
      const body = { stationId, until: by.body.until, reason: by.body.reason.trim(), targets, sound };
      sirenBook.checkArming(body, setup);
      await proven(by, body);
      const shown = () =>
        shownSirens(board, by.viewer, stationId, body, [
          line('until', body.until),
          line('reason', body.reason),
        ]);
      await joint.guarded(by, { kind: 'arm', body, language: by.language, shown }, () => acts.arm(by, body));
      return sirenBook.site(by.viewer, stationId);
    }),
    bind(contract.disarmSite, async (by) => {
      const { stationId } = by.params;
      await sirenBook.disarm(by, stationId, by.body.reason);
      return sirenBook.site(by.viewer, stationId);
    }),
  ];
}
