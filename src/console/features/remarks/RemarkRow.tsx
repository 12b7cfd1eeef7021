import { type ReactNode, useEffect, useRef } from 'react';
import { navigation as navigationCommands } from '../../../../commands/navigation/index.ts';
import { remarks as remarkCommands } from '../../../../commands/remarks.ts';
import type { Remark } from '../../../contract/sites/remarks.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FileThumbs } from '../../components/files/gallery.tsx';
import { useFormat, useText } from '../../components/i18n.ts';

const day = 86_400_000;

/** Address of the curve of the days round a remark, where it is marked out. */
export const onCurve = (stationId: number, { id, at }: Remark): string =>
  `/station/${stationId}/curve?from=${at - day}&to=${at + day}&remark=${id}`;

/** One remark: what, on which device, of when, by whom; and what may be done with it. */
export function RemarkRow(props: {
  readonly stationId: number;
  readonly remark: Remark;
  readonly zone: string;
  readonly chosen: boolean;
  /** The form that changes it, in place of its text. */
  readonly form: ReactNode | null;
}) {
  const { stationId, remark, zone, chosen, form } = props;
  const text = useText();
  const format = useFormat();
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (form !== null)
    return (
      <tr ref={row} className="is-open">
        <td colSpan={5}>{form}</td>
      </tr>
    );
  const { id, editedAt } = remark;
  return (
    <tr ref={row} className={chosen ? 'is-chosen' : undefined} aria-current={chosen ? 'true' : undefined}>
      <td className="remarks__text">
        {remark.text}
        <FileThumbs files={remark.files} />
      </td>
      <td className="num dim">{remark.sn === '' ? '–' : remark.sn}</td>
      <td className="num">{format.time(remark.at, zone, 'full').slice(0, 16)}</td>
      <td>
        {remark.accountName ?? '–'}
        {editedAt !== null && (
          <span className="faint num">
            {text('remarks.edited', { time: format.time(editedAt, zone, 'dayTime') })}
          </span>
        )}
      </td>
      <td className="remarks__actions">
        <CommandButton
          command={navigationCommands.open}
          args={{ address: onCurve(stationId, remark) }}
          icon="line-chart"
          label={text('remarks.onCurve')}
          iconOnly
          look="ghost"
        />
        {remark.canEdit && (
          <CommandButton
            command={remarkCommands.edit}
            args={{ remark: id }}
            icon="pencil"
            label={text('remarks.edit')}
            iconOnly
            look="ghost"
          />
        )}
        {remark.canDelete && (
          <CommandButton
            command={remarkCommands.delete}
            args={{ remark: id }}
            icon="trash"
            label={text('remarks.delete')}
            iconOnly
            look="ghost"
          />
        )}
      </td>
    </tr>
  );
}
