import { groups, kindByCode } from '../../../catalogue/index.ts';
import type { GroupId, ParameterValue } from '../../../catalogue/model.ts';
import { fieldMessage, groupMessage, kindMessage } from '../../../derive/messages.ts';
import { parameterWords } from '../../../derive/parameter-words.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import type { Standard } from '../../state/devices/standards.ts';

/** A standard set in the user's words: what it is of, its fields and values, and moments. */
export function useStandardWords() {
  const text = useText();
  const format = useFormat();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const of = ({ kind, group }: Pick<Standard, 'kind' | 'group'>): string => {
    const owner = kind === null ? text('views.rtu') : text(kindMessage(kindByCode(kind)?.id ?? 'none'));
    return `${owner} · ${text(groupMessage(group as GroupId))}`;
  };
  const field = (group: string, id: string) => text(fieldMessage(group as GroupId, id));
  const value = (group: string, id: string, given: unknown): string => {
    const found = groups[group as GroupId]?.fields.find((one) => one.id === id);
    return found === undefined ? '–' : parameterWords(found, (given ?? null) as ParameterValue, text);
  };
  const time = (at: number) => format.time(at, zone, 'dayTime');
  /** How far its devices drift, in a few words. */
  const state = ({ watch }: Pick<Standard, 'watch'>): string => {
    if (watch === null) return text('standards.notWatched');
    if (watch.checkedAt === null) return text('standards.unchecked');
    const { devices, drifting } = watch;
    return drifting === 0
      ? text('standards.agree', { devices })
      : text('standards.drifting', { devices, count: drifting });
  };
  return { text, of, field, value, time, state };
}
