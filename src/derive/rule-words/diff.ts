/** What an edit, or a version, changes of a rule: a list in words, each with what was there before. */
import { levels } from '../../base/alarm-words.ts';
import type { MessageParams } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import type { Definition, Override } from '../../domain/alarms/definition.ts';
import {
  type EditedCondition,
  type EditedLevel,
  type EditedRule,
  levelsOf,
  limitsOf,
} from '../../domain/alarms/edits.ts';
import { unitOfTerm } from './term-unit.ts';
import { everywhere, type RuleWords } from './words.ts';

type Text = (id: MessageId, params?: MessageParams) => string;

export interface RuleChange {
  /** What it is about: "Orange: limit". Several may be about the same. */
  readonly what: string;
  /** null = it was not there, or is there no more. */
  readonly before: string | null;
  readonly after: string | null;
}

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a, (_name, value) => (Number.isNaN(value) ? 'NaN' : value)) ===
  JSON.stringify(b, (_name, value) => (Number.isNaN(value) ? 'NaN' : value));

/** How a condition is built, without the numbers that its limits have. */
function shapeOf(condition: EditedCondition): unknown {
  if (condition.type === 'limit')
    return { term: condition.term, side: condition.side, either: condition.either };
  if (condition.type === 'not') return { not: shapeOf(condition.of) };
  return { [condition.type]: condition.of.map(shapeOf) };
}

function levelChanges(
  before: EditedLevel,
  after: EditedLevel,
  text: Text,
  words: RuleWords,
): readonly RuleChange[] {
  const level = words.level(after.level);
  const found: RuleChange[] = [];
  const add = (part: string, old: string | null, now: string | null) =>
    found.push({ what: text('rules.named', { name: level, value: part }), before: old, after: now });
  if (!same(shapeOf(before.condition), shapeOf(after.condition)))
    add(text('rules.condition'), words.condition(before.condition), words.condition(after.condition));
  else {
    const old = limitsOf(before.condition);
    const now = limitsOf(after.condition);
    for (const [index, { limit }] of now.entries()) {
      const was = old[index]?.limit;
      if (was === undefined) continue;
      const unit = unitOfTerm(limit.term);
      const which = now.length === 1 ? '' : ` ${words.term(limit.term)}`;
      if (!Object.is(was.limit, limit.limit))
        add(`${text('rules.limit')}${which}`, words.amount(was.limit, unit), words.amount(limit.limit, unit));
      if (!Object.is(was.release, limit.release))
        add(
          `${text('rules.release')}${which}`,
          words.amount(was.release ?? was.limit, unit),
          words.amount(limit.release ?? limit.limit, unit),
        );
    }
  }
  if (!same(before.hold, after.hold))
    add(text('rules.heldFor'), words.hold(before.hold), words.hold(after.hold));
  if (!same(before.releaseHold, after.releaseHold))
    add(text('rules.releasedFor'), words.hold(before.releaseHold), words.hold(after.releaseHold));
  if ((before.card ?? '') !== (after.card ?? ''))
    add(text('rules.card'), before.card || null, after.card || null);
  for (const part of ['subject', 'body'] as const)
    if (before.mail?.[part] !== after.mail?.[part])
      add(text(`alertForm.field.${part}`), before.mail?.[part] ?? null, after.mail?.[part] ?? null);
  return found;
}

function scopeChanges(
  before: Definition,
  after: Definition,
  text: Text,
  words: RuleWords,
): readonly RuleChange[] {
  const names = {
    projects: words.project,
    kinds: words.kind,
    stations: words.station,
    except: words.station,
    mounts: words.mount,
    labels: words.label,
    folders: words.folder,
    sensors: (id: number) => words.target('sensor', id),
  } as const;
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((part) => {
    const [old, now] = [before.scope[part] ?? [], after.scope[part] ?? []];
    if (same([...old].sort(), [...now].sort())) return [];
    const said = (list: readonly (number | string)[]) =>
      list.length === 0
        ? text(part === 'except' ? 'rules.none' : 'rules.all')
        : list.map((one) => (names[part] as (of: number | string) => string)(one)).join(text('list.comma'));
    return [{ what: text(`rules.scope.${part}`), before: said(old), after: said(now) }];
  });
}

function overrideText(own: Override | undefined, text: Text, words: RuleWords): string | null {
  if (own === undefined) return null;
  if (own.off === true) return text('rules.notJudged');
  return own.limits
    .map(({ level, limit }) =>
      text('rules.named', { name: words.level(level), value: words.amount(limit, '') }),
    )
    .join(text('list.comma'));
}

/** Every change from one state of a rule to another, in the order of the editor; empty where they say the same. */
export function changesOf(
  before: EditedRule,
  after: EditedRule,
  text: Text,
  words: RuleWords,
): readonly RuleChange[] {
  const found: RuleChange[] = [];
  const [old, now] = [before.definition, after.definition];
  const add = (what: string, was: string | null, is: string | null) =>
    found.push({ what, before: was, after: is });
  const onOff = (on: boolean) => text(on ? 'value.on' : 'value.off');
  if (before.name.trim() !== after.name.trim()) add(text('rules.name'), before.name, after.name);
  if (old.enabled !== now.enabled) add(text('rules.ruleOn'), onOff(old.enabled), onOff(now.enabled));
  if (old.of !== now.of)
    add(text('rules.judgedFor'), text(`rules.for.${old.of}`), text(`rules.for.${now.of}`));
  const [oldLevels, newLevels] = [levelsOf(old), levelsOf(now)];
  for (const level of levels) {
    const was = oldLevels.find((one) => one.level === level);
    const is = newLevels.find((one) => one.level === level);
    if (was !== undefined && is !== undefined) found.push(...levelChanges(was, is, text, words));
    else if (was !== undefined || is !== undefined)
      add(
        words.level(level),
        was === undefined ? null : words.sentence(was),
        is === undefined ? null : words.sentence(is),
      );
  }
  const patience = ({ patience: own, blindLevel }: Definition) =>
    own === null
      ? text('rules.never')
      : text('rules.blindAfter', { minutes: own, level: words.level(blindLevel) });
  if (patience(old) !== patience(now)) add(text('rules.blind'), patience(old), patience(now));
  found.push(...scopeChanges(old, now, text, words));
  const sirens = ({ sirens: own = [] }: Definition) =>
    own.length === 0
      ? text('rules.sirensOfSite')
      : own.map((id) => words.target('sensor', id)).join(text('list.comma'));
  if (!same([...(old.sirens ?? [])].sort(), [...(now.sirens ?? [])].sort()))
    add(text('rules.sirens'), sirens(old), sirens(now));
  const targets = new Set([...old.overrides, ...now.overrides].map(({ targetId }) => targetId));
  for (const id of targets) {
    const was = old.overrides.find(({ targetId }) => targetId === id);
    const is = now.overrides.find(({ targetId }) => targetId === id);
    if (!same(was, is))
      add(
        text('rules.named', { name: text('rules.overrides'), value: words.target(now.of, id) }),
        overrideText(was, text, words),
        overrideText(is, text, words),
      );
  }
  return found;
}

/** The same rule with nothing in it that would be said of it. */
function bare({ name, definition }: EditedRule): EditedRule {
  const { sirens: _, ...rest } = definition;
  return {
    name,
    definition: { ...rest, enabled: true, ladder: [], patience: null, scope: everywhere, overrides: [] },
  };
}

/** All that a rule says: of a new one, and of one that is deleted. Where it leaves nothing out its scope is said, too. */
function wholeOf(rule: EditedRule, text: Text, words: RuleWords): readonly string[][] {
  const said = changesOf(bare(rule), rule, text, words).map(({ what, after }) => [what, after ?? '']);
  const isScoped = scopeChanges(bare(rule).definition, rule.definition, text, words).length > 0;
  return isScoped ? said : [[text('rules.scope'), words.scope(rule.definition.scope)], ...said];
}

/** What is done to a rule, from nothing to nothing: a new one with all that it says, one that is deleted with all that it said. */
export function ruleChanges(
  before: EditedRule | null,
  after: EditedRule | null,
  text: Text,
  words: RuleWords,
): readonly RuleChange[] {
  if (before !== null && after !== null) return changesOf(before, after, text, words);
  if (after !== null)
    return wholeOf(after, text, words).map(([what = '', value = '']) => ({
      what,
      before: null,
      after: value,
    }));
  if (before === null) return [];
  return wholeOf(before, text, words).map(([what = '', value = '']) => ({
    what,
    before: value,
    after: null,
  }));
}
