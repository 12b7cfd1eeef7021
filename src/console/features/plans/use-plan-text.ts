import { useMemo } from 'react';
import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import { groups, kindByCode } from '../../../catalogue/index.ts';
import type { GroupDefinition, ParameterValue } from '../../../catalogue/model.ts';
import type { PlanItem } from '../../../contract/plans/plans.ts';
import {
  argumentMessage,
  deviceActionMessage,
  fieldMessage,
  kindMessage,
  problemMessage,
} from '../../../derive/messages.ts';
import { useValueText } from '../../components/fields/use-value-text.ts';
import { useText } from '../../components/i18n.ts';

const groupOf = (id: string): GroupDefinition | undefined =>
  Object.values(groups).find((group) => group.id === id);
/** What the device itself added to a reason. */
const moreOf = ({ more }: MessageParams) => (more === undefined ? '' : `: ${String(more)}`);
const known = (id: string): MessageId => id as MessageId;

/** Devices, fields, values and obstacles of a plan's sets in the user's words. */
export function usePlanText() {
  const text = useText();
  const valueText = useValueText();
  return useMemo(() => {
    const field = (item: Pick<PlanItem, 'group' | 'type'>, id: string): string => {
      if (item.type === 'send')
        return text(id === '' ? deviceActionMessage(item.group) : argumentMessage(item.group, id));
      const group = groupOf(item.group);
      return group?.fields.some((one) => one.id === id) === true ? text(fieldMessage(group.id, id)) : id;
    };
    const params = (item: PlanItem, given: MessageParams): MessageParams =>
      Object.fromEntries(
        Object.entries(given).map(([key, value]) => [
          key,
          ['left', 'right', 'field'].includes(key) ? field(item, String(value)) : value,
        ]),
      );
    return {
      field,
      /** The RTU, or a sensor by its slot and kind. */
      device({ target, kind }: PlanItem): string {
        if (target.slot === null) return text('plans.rtu');
        const sensor = kind === null ? undefined : kindByCode(kind);
        return text('plans.slot', {
          slot: target.slot,
          kind: sensor === undefined ? '' : text(kindMessage(sensor.id)),
        });
      },
      /** A value of a field; a secret is never shown. */
      value(item: PlanItem, id: string, value: ParameterValue): string {
        if (id === '') return '';
        const own = groupOf(item.group)?.fields.find((one) => one.id === id);
        return own === undefined ? String(value) : valueText(own, value);
      },
      /** Why a set does not go; empty where it does. */
      why(item: PlanItem): string {
        const obstacle = item.skipped ?? item.obstacle ?? item.late;
        const problems = item.problems.map((problem) => [
          field(item, problem.field),
          text(problemMessage(problem.reason), params(item, problem.params)),
        ]);
        if (obstacle !== null)
          problems.push([
            obstacle.fields.map((id) => field(item, id)).join(', '),
            [text(known(obstacle.message), params(item, obstacle.params)), moreOf(obstacle.params)].join(''),
          ]);
        return problems
          .map(([name = '', sentence = '']) => (name === '' ? sentence : `${name} – ${sentence}`))
          .join(' · ');
      },
    };
  }, [text, valueText]);
}
