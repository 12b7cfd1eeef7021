import { useState } from 'react';
import { remarks } from '../../../../commands/remarks.ts';
import type { Command } from '../../../command/command.ts';
import {
  addRemark,
  deleteRemark,
  editRemark,
  type Remark,
  restoreRemark,
} from '../../../contract/sites/remarks.ts';
import { useText } from '../../components/i18n.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { keepGiven, takeBack } from '../../state/recording/recorder.ts';

type Refused = Awaited<ReturnType<ReturnType<typeof useChange>>>;
interface Body {
  readonly text: string;
  readonly at: number;
}

/** Stations of remarks that were deleted here: their notices may stand over the remarks of another one. */
const deletedAt = new Map<number, number>();

const nameOf = (remark: Pick<Remark, 'id'>) => `remark ${remark.id}`;

/** Adds, edits and deletes remarks of a station; each answers whether it was done, `refused` why not. */
export function useRemarkActions(stationId: number) {
  const change = useChange('remarks', useText());
  const [busy, setBusy] = useState(false);
  /** Of which remark (null = the new one), and what was refused. */
  const [refused, setRefused] = useState<{ of: number | null; why: NonNullable<Refused> } | null>(null);
  const run = async (of: number | null, work: () => Promise<unknown>) => {
    setBusy(true);
    const why = await change(work).finally(() => setBusy(false));
    setRefused(why === null ? null : { of, why });
    return why === null;
  };
  const keep = (command: Command, remark: Remark, body: Body) =>
    keepGiven(command, [{ type: 'remark', stationId, ...body }], { made: nameOf(remark) });
  const at = (remark: Pick<Remark, 'id'>) => ({ stationId, remarkId: remark.id });
  return {
    busy,
    refusedOf: (of: number | null) => (refused?.of === of ? refused.why : null),
    forget: () => setRefused(null),
    add: (body: Body, uploadIds: number[]) =>
      run(null, async () => {
        const { remark } = await request(addRemark, {
          params: { stationId },
          body: { ...body, uploadIds },
        });
        keep(remarks.add, remark, body);
      }),
    /** Without files it keeps those that it has. */
    edit: (remark: Remark, body: Body, uploadIds?: number[]) =>
      run(remark.id, async () => {
        const files = uploadIds === undefined ? {} : { uploadIds };
        await request(editRemark, { params: at(remark), body: { ...body, ...files } });
        takeBack(nameOf(remark));
        keep(remarks.edit, remark, body);
      }),
    restore: (remarkId: number) =>
      run(null, async () => {
        const of = deletedAt.get(remarkId) ?? stationId;
        await request(restoreRemark, { params: { stationId: of, remarkId } });
      }),
    remove: (remark: Remark) =>
      run(remark.id, async () => {
        await request(deleteRemark, { params: at(remark) });
        deletedAt.set(remark.id, stationId);
        takeBack(nameOf(remark));
      }),
  };
}
