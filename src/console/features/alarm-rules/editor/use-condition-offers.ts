import { type FocusEvent, useRef, useState } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import type { Level } from '../../../../base/alarm-words.ts';
import {
  added,
  type ConditionPath,
  changedAt,
  conditionAt,
  type EditedCondition,
  grouped,
  limitsOf,
  moved,
  negated,
  ungrouped,
  unset,
  withLevel,
} from '../../../../domain/alarms/edits.ts';
import { useOffer } from '../../../components/screen.ts';
import { parsePlace, placeOf, withCondition } from './context.ts';
import type { RuleEdit } from './use-rule-edit.ts';
import type { RuleFacts } from './use-rule-facts.ts';

const isGroup = (one: EditedCondition | null): one is EditedCondition & { readonly type: 'and' | 'or' } =>
  one?.type === 'and' || one?.type === 'or';

/** Where a condition is added for the place that was named: into a group, or into the one that a limit stands in. */
function containerOf(condition: EditedCondition, path: ConditionPath): ConditionPath {
  if (isGroup(conditionAt(condition, path))) return path;
  const parent = path.slice(0, -1);
  return path.length > 0 && isGroup(conditionAt(condition, parent)) ? parent : path;
}

const like = (condition: EditedCondition) => limitsOf(condition)[0]?.limit;

const withOneMore = (condition: EditedCondition, path: ConditionPath): EditedCondition | null => {
  const one = like(condition);
  return one === undefined ? null : added(condition, containerOf(condition, path), unset(one));
};

const withGroup = (condition: EditedCondition, path: ConditionPath): EditedCondition | null => {
  const one = like(condition);
  if (one === undefined) return null;
  const into = containerOf(condition, path);
  const around = conditionAt(condition, into);
  const type = around?.type === 'and' || around?.type === 'limit' ? 'or' : 'and';
  return added(condition, into, { type, of: [unset(one), unset(one)] });
};

/** Offers what changes levels and conditions of the ladder. Answers which level has the focus, and which cards are open. */
export function useConditionOffers(
  { edit, editLevels, editLevel }: RuleEdit,
  { levels, words }: RuleFacts,
  available: boolean,
) {
  const focused = useRef<string | null>(null);
  const [current, setCurrent] = useState<Level | null>(null);
  const [cards, setCards] = useState<ReadonlySet<Level>>(new Set());
  const onCondition = (
    place: string | null | undefined,
    change: (condition: EditedCondition, path: ConditionPath) => EditedCondition | null,
  ) => {
    const at = place == null ? null : parsePlace(place);
    if (at === null) return;
    editLevel(at.level, (own) => withCondition(own, change(own.condition, at.path) ?? own.condition));
  };
  const places = () =>
    levels.flatMap(({ level, condition }) =>
      limitsOf(condition).map(({ limit, path }) => ({
        value: placeOf(level, path),
        label: `${words.level(level)} · ${words.limit(limit)}`,
      })),
    );
  const conditions = { available, choices: places };
  useOffer(rules.addCondition, ({ at }) => onCondition(at, withOneMore), conditions);
  useOffer(rules.addGroup, ({ at }) => onCondition(at, withGroup), conditions);
  useOffer(
    rules.removeCondition,
    ({ at }) => onCondition(at, (condition, path) => changedAt(condition, path, () => [])),
    conditions,
  );
  useOffer(rules.group, ({ at }) => onCondition(at ?? focused.current, grouped), { available });
  useOffer(rules.ungroup, ({ at }) => onCondition(at, ungrouped), conditions);
  useOffer(rules.negate, ({ at }) => onCondition(at, negated), conditions);
  useOffer(
    rules.move,
    ({ at, direction }) => {
      const place = at ?? focused.current;
      onCondition(place, (condition, path) => {
        const [next, to] = moved(condition, path, direction === 'up' ? -1 : 1);
        const own = place === null ? null : parsePlace(place);
        if (own !== null) focused.current = placeOf(own.level, to);
        return next;
      });
      const to = focused.current;
      // The focus goes with what was moved.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-at="${to}"] :is(input, button)`)?.focus(),
      );
    },
    { available },
  );
  useOffer(
    rules.addLevel,
    ({ level }) => {
      editLevels((all) => (all.some((one) => one.level === level) ? all : withLevel(all, level)));
      setCurrent(level);
    },
    { available },
  );
  useOffer(
    rules.removeLevel,
    ({ level }) => {
      editLevels((all) => all.filter((one) => one.level !== level));
      edit((definition) => ({
        ...definition,
        overrides: definition.overrides.map((own) => ({
          ...own,
          limits: own.limits.filter((limit) => limit.level !== level),
        })),
      }));
    },
    { available, choices: () => levels.map(({ level }) => ({ value: level, label: words.level(level) })) },
  );
  useOffer(rules.card, ({ level }) =>
    setCards((before) => new Set([...before, level].filter((one) => one !== level || !before.has(level)))),
  );
  const onFocus = ({ target }: FocusEvent) => {
    const place = target.closest<HTMLElement>('[data-at]')?.dataset['at'];
    if (place === undefined) return;
    focused.current = place;
    setCurrent(parsePlace(place)?.level ?? null);
  };
  return { current, cards, onFocus };
}
