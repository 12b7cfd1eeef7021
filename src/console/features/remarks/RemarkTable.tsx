import type { ReactNode } from 'react';
import type { Remark } from '../../../contract/sites/remarks.ts';
import { FileGallery } from '../../components/files/gallery.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { loadUpload } from '../../state/uploads/send.ts';
import { RemarkRow } from './RemarkRow.tsx';

/** The remarks of a station, with their files. */
export function RemarkTable(props: {
  readonly stationId: number;
  readonly remarks: readonly Remark[];
  readonly zone: string;
  /** Id of the one that the address names. */
  readonly chosen: string | null;
  /** The form of one that is being changed. */
  readonly formOf: (remark: Remark) => ReactNode;
}) {
  const { stationId, remarks, zone, chosen, formOf } = props;
  const text = useText();
  const format = useFormat();
  return (
    <FileGallery
      files={remarks.flatMap(({ files }) => files)}
      load={loadUpload}
      onFailed={(why) => notify('error', reasonOf(why, text))}
    >
      <div className="remarks__scroll scroll">
        <table className="sheet remarks__table text-12">
          <thead>
            <tr>
              <th>{text('remarks.text')}</th>
              <th>{text('remarks.sn')}</th>
              <th>
                {text('remarks.at')} <small className="faint num">{format.offset(zone, Date.now())}</small>
              </th>
              <th>{text('remarks.user')}</th>
              <th>
                <span className="visually-hidden">{text('remarks.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {remarks.map((remark) => (
              <RemarkRow
                key={remark.id}
                stationId={stationId}
                remark={remark}
                zone={zone}
                chosen={chosen === String(remark.id)}
                form={formOf(remark)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </FileGallery>
  );
}
