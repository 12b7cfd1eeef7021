/** Kinds of sensors that alarms are of, as the board's filter names them. Pure. */
import { kindByCode } from '../../../../catalogue/index.ts';
import { kindMessage } from '../../../../derive/messages.ts';
import type { Text } from '../../../components/i18n.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';

/** Codes without repeats, ascending; 0 = the RTU as a whole. */
export const kindsOf = (alarms: readonly Pick<AlarmView, 'kind'>[]): readonly number[] =>
  [...new Set(alarms.map(({ kind }) => kind ?? 0))].sort((a, b) => a - b);

/** The word of a code of `kindsOf`. */
export const kindText = (kind: number, text: Text): string =>
  kind === 0 ? 'RTU' : text(kindMessage(kindByCode(kind)?.id ?? 'none'));
