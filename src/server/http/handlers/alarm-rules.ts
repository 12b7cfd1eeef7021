import type { FastifyReply } from 'fastify';
import * as past from '../../../contract/alarms/back-test.ts';
import * as inclination from '../../../contract/alarms/inclination.ts';
import * as rules from '../../../contract/alarms/rules.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { type Binding, bind } from '../bind.ts';
import { definitionOf, type Guarded } from './joint-acts.ts';
import { line, shownRule } from './joint-shown.ts';

/** Aborts once who asked has closed the connection before the answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

/** Rules that raise alarms, and what they would have raised. */
export function alarmRuleHandlers({ services, acts, joint }: Guarded): readonly Binding[] {
  const { ruleBook, backTests } = services;
  /** A rule as it is saved now; null = it is not the viewer's. */
  const newest = async (viewer: Viewer, ruleId: number) =>
    (await ruleBook.newest(viewer)).find(({ id }) => id === ruleId) ?? null;
  return [
    bind(rules.alarmRules, ({ viewer }) => ruleBook.list(viewer)),
    bind(rules.ruleVersions, ({ viewer, params }) => ruleBook.versions(viewer, params.ruleId)),
    bind(rules.createRule, (by) => {
      const { body, language } = by;
      const after = { name: body.name, definition: definitionOf(body.definition) };
      const shown = () => shownRule(null, after, body.reason);
      return joint.guarded(by, { kind: 'ruleCreate', body, language, shown }, () =>
        acts.ruleCreate(by, body),
      );
    }),
    bind(rules.saveRule, (by) => {
      const { language } = by;
      const body = { ruleId: by.params.ruleId, ...by.body };
      const shown = async () =>
        shownRule(
          await newest(by.viewer, body.ruleId),
          { name: body.name, definition: definitionOf(body.definition) },
          body.reason,
        );
      return joint.guarded(by, { kind: 'ruleSave', body, language, shown }, () => acts.ruleSave(by, body));
    }),
    bind(rules.deleteRule, (by) => {
      const { language } = by;
      const body = { ruleId: by.params.ruleId };
      const shown = async () => shownRule(await newest(by.viewer, body.ruleId), null, '');
      return joint.guarded(by, { kind: 'ruleDelete', body, language, shown }, () =>
        acts.ruleDelete(by, body),
      );
    }),
    bind(past.backTest, ({ viewer, body, reply }) => {
      const { targets, ...rest } = body;
      const asked = { ...rest, definition: definitionOf(body.definition) };
      return backTests.test(viewer, asked, targets, untilGone(reply));
    }),
    bind(past.backTestValues, ({ viewer, body, reply }) => {
      const { targetId, ...rest } = body;
      const asked = { ...rest, definition: definitionOf(body.definition) };
      return backTests.values(viewer, asked, targetId, untilGone(reply));
    }),
    bind(rules.ruleScope, ({ viewer, body }) =>
      ruleBook.scope(viewer, definitionOf(body.definition), body.companyId),
    ),
  ];
}

/** The form of one sensor's rule, its mail shown before and sent as a test. */
export function alertFormHandlers({ services, acts, joint }: Guarded): readonly Binding[] {
  const { forms } = acts;
  const { messageBook } = services;
  return [
    bind(inclination.alertForm, ({ viewer, params }) => forms.form(viewer, params.sensorId)),
    bind(inclination.saveAlertForm, async (by) => {
      const { language } = by;
      const body = { sensorId: by.params.sensorId, ...by.body };
      const shown = async () => {
        const { before, after, initial } = await forms.change(by.viewer, body.sensorId, body);
        const angles = ({ x, y, z }: typeof body.initial) => `${x ?? '–'}, ${y ?? '–'}, ${z ?? '–'}`;
        const [was, is] = [angles(initial), angles(body.initial)];
        const { lines, rule } = shownRule(before, after, body.reason);
        const moved = was === is ? [] : [line('initial', `${was} → ${is}`)];
        return { address: null, lines: [...lines, ...moved], ...(rule === undefined ? {} : { rule }) };
      };
      return joint.guarded(by, { kind: 'alertForm', body, language, shown }, () => acts.alertForm(by, body));
    }),
    bind(inclination.previewAlert, ({ viewer, params, body, language }) =>
      forms.preview(viewer, params.sensorId, body.alertLevel, language),
    ),
    bind(inclination.testAlert, async (by) => {
      const said = await forms.preview(by.viewer, by.params.sensorId, by.body.alertLevel);
      return messageBook.test(by, 'mail', { title: said.subject, content: said.body });
    }),
  ];
}
