/** The story of a plan in the log of its script: each device as it lands, once, with the time that is known of it. */
import { describe, expect, it } from 'vitest';
import { note, type Seen, storyOf } from '../../../../../src/console/features/scripts/run/plan-story.ts';
import { isOf } from '../../../../../src/console/features/scripts/run/use-log-lines.ts';
import type { Plan, PlanItem } from '../../../../../src/contract/plans/plans.ts';

const approvedAt = 1_000_000;
const order = (more: Partial<NonNullable<PlanItem['order']>> = {}): PlanItem['order'] => ({
  id: 'c',
  state: 'succeeded',
  verification: null,
  seen: {},
  endedAt: approvedAt + 5000,
  text: '',
  ...more,
});
const item = (position: number, more: Partial<PlanItem>): PlanItem =>
  ({
    position,
    stationId: position + 1,
    stationCode: `A-${position}`,
    stationName: 'slope',
    type: 'set',
    target: { rtuId: position + 1, slot: null },
    kind: null,
    group: 'rtu',
    edits: { sendCycle: 600 },
    secrets: [],
    before: { sendCycle: { value: 3600, at: 1 } },
    excluded: false,
    state: 'queued',
    order: null,
    skipped: null,
    ...more,
  }) as PlanItem;
const plan = (items: readonly PlanItem[], more: Partial<Plan> = {}): Plan =>
  ({
    id: 'P',
    title: 'plan',
    state: 'applying',
    approvedAt,
    approvedBy: 'operator',
    reason: '',
    endedAt: null,
    items,
    ...more,
  }) as Plan;
const text = (id: string, params?: object) =>
  params === undefined ? id : `${id} ${Object.values(params).join(' ')}`;
const valueText = (_field: unknown, value: unknown) => String(value);
const reported = (of: Plan, seen: Seen) =>
  storyOf(of, seen, text, valueText)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, word, station }) => [at - approvedAt, word, station]);

describe('a plan', () => {
  it('has no story before its approval', () => {
    const seen: Seen = new Map();
    const draft = plan([item(0, { state: 'waiting' })], { approvedAt: null, state: 'draft' });
    note(seen, draft, 0);
    expect(storyOf(draft, seen, text, valueText)).toEqual([]);
  });
  it('lists the answer, then the read-back, of a device that is observed while its set is applied', () => {
    const seen: Seen = new Map();
    note(seen, plan([item(0, {})]), approvedAt + 1000);
    const answered = plan([item(0, { state: 'succeeded', order: order() })]);
    note(seen, answered, approvedAt + 6000);
    const verified = plan([item(0, { state: 'succeeded', order: order({ verification: 'verified' }) })]);
    note(seen, verified, approvedAt + 8000);
    note(seen, verified, approvedAt + 9000);
    expect(reported(verified, seen)).toEqual([
      [0, 'scriptLog.plan', ''],
      [5000, 'planItem.answered', 'A-0 slope'],
      [8000, 'planItem.verified', 'A-0 slope'],
    ]);
  });
  it('lists items that ended before the first look with the time of their end, and the end of the plan', () => {
    const seen: Seen = new Map();
    const over = plan(
      [
        item(0, { state: 'succeeded', order: order({ verification: 'verified' }) }),
        item(1, {
          state: 'failed',
          order: order({ state: 'failed', text: 'busy', endedAt: approvedAt + 7000 }),
        }),
        item(2, { state: 'skipped', skipped: { message: 'plans.moved', params: {}, fields: [] } }),
        item(3, { excluded: true, state: 'excluded' }),
      ],
      { state: 'applied', endedAt: approvedAt + 9000 },
    );
    note(seen, over, approvedAt + 60_000);
    expect(reported(over, seen)).toEqual([
      [0, 'scriptLog.plan', ''],
      [0, 'planItem.skipped', 'A-2 slope'],
      [5000, 'planItem.verified', 'A-0 slope'],
      [7000, 'planItem.rejected', 'A-1 slope'],
      [9000, 'scriptLog.plan', ''],
    ]);
    const lines = storyOf(over, seen, text, valueText);
    expect(lines.find(({ word }) => word === 'planItem.rejected')?.text).toContain('busy');
    expect(lines.find(({ word }) => word === 'planItem.verified')?.text).toContain('3600 → 600');
  });
  it('never shows a secret', () => {
    const seen: Seen = new Map();
    const own = item(0, {
      edits: { wifiPassword: 'x1y2' },
      secrets: ['wifiPassword'],
      state: 'succeeded',
      order: order({ verification: 'unreadable' }),
    });
    note(seen, plan([own]), approvedAt);
    expect(JSON.stringify(storyOf(plan([own]), seen, text, valueText))).not.toContain('x1y2');
  });
});

it('lines are shown by what they are about', () => {
  const kinds = ['run', 'log', 'table', 'failed', 'good', 'trouble', 'on', 'plan'] as const;
  const shown = (view: Parameters<typeof isOf>[0]) => kinds.filter((kind) => isOf(view, { kind }));
  expect(shown('all')).toEqual(kinds);
  expect(shown('script')).toEqual(['run', 'log', 'table', 'failed']);
  expect(shown('devices')).toEqual(['good', 'trouble', 'on', 'plan']);
  expect(shown('trouble')).toEqual(['failed', 'trouble']);
});
