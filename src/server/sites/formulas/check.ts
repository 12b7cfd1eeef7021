/** Whether a formula can be what a person has written: its channels, their units, how much it reads. */

import { mostInSpan } from '../../../base/bounds/formulas.ts';
import { Refusal } from '../../../base/errors.ts';
import { kindByCode, rtu as rtuOwner } from '../../../catalogue/index.ts';
import type { NumberChannel, RowId } from '../../../catalogue/model.ts';
import type { FormulaDraft } from '../../../contract/sites/formulas.ts';
import { type ChannelOwner, kindChannels } from '../../../derive/kind-channels.ts';
import { reachOf } from '../../../domain/formulas/compute.ts';
import type { FormulaBody, FormulaInput } from '../../../domain/formulas/model.ts';
import { type FormulaNode, FormulaProblem, parseFormula } from '../../../domain/formulas/parse.ts';
import { checkFormula } from '../../../domain/formulas/units.ts';
import { checkName } from '../edit/rules.ts';

/** What a formula of a station may read. */
export interface FormulaGround {
  readonly rtu: { readonly id: number; readonly collectionCycle: number };
  readonly sensors: readonly { readonly id: number; readonly kind: number }[];
  /** Sensors that are derived channels. */
  readonly formulas: ReadonlySet<number>;
}

const unusable = (index: number) => new Refusal(422, 'formulas.channel', {}, `inputs.${index}`);

function ownerOf(input: FormulaDraft['inputs'][number], ground: FormulaGround): ChannelOwner | null {
  if (input.row === 'status') return input.sourceId === ground.rtu.id ? rtuOwner : null;
  const sensor = ground.sensors.find(({ id }) => id === input.sourceId);
  return (sensor && kindByCode(sensor.kind)) ?? null;
}

/** The number that an input is. @throws Refusal 422 naming `inputs.<index>` */
function checkInput(
  input: FormulaDraft['inputs'][number],
  index: number,
  ground: FormulaGround,
): { readonly input: FormulaInput; readonly channel: NumberChannel } {
  if (input.row !== 'status' && ground.formulas.has(input.sourceId))
    throw new Refusal(422, 'formulas.ofFormula', {}, `inputs.${index}`);
  const owner = ownerOf(input, ground);
  if (owner === null) throw unusable(index);
  const found = kindChannels(owner).find(
    ({ row, channel, element }) =>
      row === input.row && channel.id === input.channel && element === input.element > 0,
  );
  // What is summed is no value of a moment, and a bearing wraps: neither is added or averaged as a number is.
  if (found?.channel.type !== 'number' || found.channel.circular || found.channel.sum) throw unusable(index);
  return { input: { ...input, row: input.row as RowId }, channel: found.channel };
}

function parsed(text: string, units: ReadonlyMap<string, NumberChannel['unit']>, unit: FormulaDraft['unit']) {
  try {
    const node = parseFormula(text);
    checkFormula(node, units, unit);
    return node;
  } catch (error) {
    if (!(error instanceof FormulaProblem)) throw error;
    const field = error.fault === 'unit' ? 'unit' : 'text';
    throw new Refusal(422, `formulas.fault.${error.fault}`, { ...error.values }, field);
  }
}

/** Each new reading reads again what a formula looks back at. @throws Refusal 422 */
function checkReach(node: FormulaNode, body: FormulaBody, cycle: number): void {
  const [lead] = body.inputs;
  for (const { letter } of body.inputs) {
    const computation = { node, lead: lead?.letter ?? letter, age: body.age * 1000 };
    const count = Math.ceil(reachOf(computation, letter) / 1000 / Math.max(1, cycle));
    if (count > mostInSpan)
      throw new Refusal(422, 'formulas.manyValues', { letter, count, max: mostInSpan }, 'text');
  }
}

/** A draft as it is stored. @throws Refusal 422 naming the field */
export function checkedFormula(
  { names, unit, digits, text, inputs, age }: FormulaDraft,
  ground: FormulaGround,
): FormulaBody {
  const units = new Map<string, NumberChannel['unit']>();
  const checked = inputs.map((input, index) => {
    if (units.has(input.letter))
      throw new Refusal(422, 'formulas.twice', { letter: input.letter }, `inputs.${index}`);
    const found = checkInput(input, index, ground);
    units.set(input.letter, found.channel.unit);
    return found.input;
  });
  const node = parsed(text, units, unit);
  const body: FormulaBody = {
    names: {
      'zh-chs': checkName(names['zh-chs'], 'names.zh-chs'),
      en: checkName(names.en, 'names.en'),
      ja: checkName(names.ja, 'names.ja'),
    },
    ...{ unit, digits, text: text.trim(), inputs: checked, age },
  };
  checkReach(node, body, ground.rtu.collectionCycle);
  return body;
}
