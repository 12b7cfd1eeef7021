/** What two persons can do: each act once, for who does it alone and for what both have signed. */

import type { shelveAlarms } from '../../../contract/alarms/alarms.ts';
import type * as inclination from '../../../contract/alarms/inclination.ts';
import type * as rules from '../../../contract/alarms/rules.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { OrderBody } from '../../../contract/devices/orders.ts';
import type { approvePlan as approveCall } from '../../../contract/plans/plans.ts';
import type { acceptProposal } from '../../../contract/proposals.ts';
import type { saveSirenSite } from '../../../contract/sites/sirens.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import type { TwoPersonSettings } from '../../../domain/two-persons.ts';
import { InclinationForms } from '../../alarms/rules/inclination-form.ts';
import type { By } from '../../audit/by.ts';
import { createOrder } from '../../delivery/create.ts';
import type { OrderRow } from '../../delivery/row.ts';
import { approvePlan } from '../../plans/change.ts';
import { ProposalBook } from '../../proposals/book.ts';
import type { ArmBody, DrillBody, SoundBody } from '../../sirens/allowed.ts';
import { demandForOrder, writeSettings } from '../../two-persons/demands.ts';
import type { JointBook, Performer, Performers } from '../../two-persons/joint-book.ts';
import type { Services } from '../services.ts';

/** What each act gets; the schemas of its call have checked it before it was kept, and its hash says that it is still so. */
export interface JointBodies {
  readonly plan: { readonly planId: string } & BodyOf<typeof approveCall>;
  readonly ruleCreate: BodyOf<typeof rules.createRule>;
  readonly ruleSave: { readonly ruleId: number } & BodyOf<typeof rules.saveRule>;
  readonly ruleDelete: { readonly ruleId: number };
  readonly alertForm: { readonly sensorId: number } & BodyOf<typeof inclination.saveAlertForm>;
  readonly shelve: Pick<BodyOf<typeof shelveAlarms>, 'alarmIds' | 'until' | 'reason'>;
  readonly settings: { readonly companyId: number } & TwoPersonSettings;
  readonly sirenSite: { readonly stationId: number } & BodyOf<typeof saveSirenSite>;
  readonly sound: SoundBody;
  readonly arm: ArmBody;
  readonly drill: DrillBody;
  readonly proposal: { readonly proposalId: string } & BodyOf<typeof acceptProposal>;
  readonly order: OrderBody & { readonly confirmation?: string | undefined };
}
type Act<K extends keyof JointBodies, T = unknown> = (by: By, body: JointBodies[K]) => Promise<T>;

// The schema has checked its form, deeper than its type can say.
export const definitionOf = (given: unknown) => given as Definition;

/** The acts, as one person does them, or two. */
export function actsOf(services: Services) {
  const { delivery, orders, issuer, ruleBook, alarmBook, sirenBook, storage, board, settings, now } =
    services;
  const forms = new InclinationForms(ruleBook, settings.edition);
  const proposals = new ProposalBook({
    storage,
    ruleBook,
    naming: { board, edition: settings.edition },
    now,
  });
  const proposal: Act<'proposal', void> = async (by, body) => {
    await proposals.accept({ ...by, language: by.viewer.language }, body);
    services.driftWatch.changed();
  };
  const plan: Act<'plan', void> = async (by, { planId, ...body }) => {
    const { link } = orders.options;
    await approvePlan(delivery.store, by, planId, body, (rtuId) => orders.landing(rtuId), link, ruleBook);
    issuer.issue(planId);
  };
  const order: Act<'order', OrderRow> = async (by, { confirmation, ...body }) => {
    const { language } = by.viewer;
    const { target, content } = body;
    const row = await createOrder(delivery.store, (rtuId) => delivery.gateway.link(rtuId), {
      ...{ by, language, body, confirmation },
      demand: (db, at) => demandForOrder(db, by, { rtuId: target.rtuId, content }, at),
    });
    delivery.touched(row.rtu_id);
    return row;
  };
  return {
    order,
    forms,
    plan,
    proposals,
    proposal,
    ruleCreate: (by: By, { name, definition, reason, companyId }: JointBodies['ruleCreate']) =>
      ruleBook.create(by, companyId, { name, definition: definitionOf(definition), reason }),
    ruleSave: (by: By, { ruleId, version, name, definition, reason }: JointBodies['ruleSave']) =>
      ruleBook.save(by, ruleId, version, { name, definition: definitionOf(definition), reason }),
    ruleDelete: (by: By, { ruleId }: JointBodies['ruleDelete']) => ruleBook.delete(by, ruleId),
    alertForm: (by: By, { sensorId, ...body }: JointBodies['alertForm']) => forms.save(by, sensorId, body),
    shelve: (by: By, { alarmIds, until, reason }: JointBodies['shelve']) =>
      alarmBook.shelve(by, alarmIds, until, reason, by.joint?.second ?? null),
    settings: (by: By, { companyId, ...asked }: JointBodies['settings']) =>
      storage.write((db) => writeSettings(db, by, companyId, asked, now())),
    sirenSite: (by: By, { stationId, ...body }: JointBodies['sirenSite']) =>
      sirenBook.save(by, stationId, body),
    sound: (by: By, { callId, hash }: JointBodies['sound']) => sirenBook.sound(by, callId, hash),
    arm: (by: By, body: JointBodies['arm']) => sirenBook.arm(by, body),
    drill: (by: By, body: JointBodies['drill']) => sirenBook.drill(by, body),
  };
}
export type Acts = ReturnType<typeof actsOf>;

/** The acts as they are done once both have signed. */
export function performersOf(acts: Acts): Performers {
  // The one place where a kept body gets its type again: see JointBodies.
  const kept =
    <T>(act: (by: By, body: T) => Promise<unknown>): Performer =>
    async (by, body) => {
      await act(by, body as T);
    };
  return {
    plan: kept(acts.plan),
    ruleCreate: kept(acts.ruleCreate),
    ruleSave: kept(acts.ruleSave),
    ruleDelete: kept(acts.ruleDelete),
    alertForm: kept(acts.alertForm),
    shelve: kept(acts.shelve),
    settings: kept(acts.settings),
    sirenSite: kept(acts.sirenSite),
    sound: kept(acts.sound),
    arm: kept(acts.arm),
    drill: kept(acts.drill),
    order: kept(acts.order),
    proposal: kept(acts.proposal),
  };
}

/** What handlers of guarded calls work with. */
export interface Guarded {
  readonly services: Services;
  readonly acts: Acts;
  readonly joint: JointBook;
}
