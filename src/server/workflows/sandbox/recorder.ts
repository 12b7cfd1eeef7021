/** Takes in what a guest says, checks it against the catalogue and the caps, and keeps it for the server. */
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { deviceActions, groups } from '../../../catalogue/index.ts';
import type { GroupId } from '../../../catalogue/model.ts';
import type { LineKind, SetAgainLine } from '../../../contract/workflows.ts';
import { checkField, checkGroup, type ParameterProblem } from '../../../domain/parameters/parameter-rules.ts';
import { SetAgain } from '../../../domain/parameters/set-again.ts';
import { Declaration } from '../../../script/arguments.ts';
import { Drawn, hostCalls, isHostCall } from '../../../script/calls.ts';
import { limits } from '../../../script/limits.ts';
import { isStep, type ProposalStep, steps } from '../../../script/proposal.ts';
import { fromGuest, RefusedMessage } from './border.ts';
import type { ScriptAct } from './messages.ts';

type Heard = Readonly<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const countOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0;

/** @throws Refused naming what does not fit */
function refuseShape(call: string, schema: TSchema, value: unknown): void {
  if (Check(schema, value)) return;
  const [problem] = Errors(schema, value);
  const path = problem?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const said = `${path === '' ? '' : `${path}: `}${problem?.message ?? 'does not fit'}`.slice(0, 200);
  throw new RefusedMessage('shape', { call, problem: said }, `${call}: ${said}`);
}

const broken = ({ field, reason, params }: ParameterProblem) => {
  const more = Object.values(params).join(', ');
  const problem = more === '' ? reason : `${reason} ${more}`;
  return new RefusedMessage('bound', { field, problem }, `${field}: ${problem}`);
};

export class Recorder {
  #acts: ScriptAct[] = [];
  #calls = 0;
  #characters = 0;
  #lines = 0;
  #tables = 0;
  #logged = 0;
  #more = 0;
  #items = 0;
  /** How far the script says it is: the last word of a turn alone, for it may say so a million times. */
  #progress: ScriptAct | null = null;
  readonly #again = new SetAgain();
  /** args() was called. */
  declared = false;

  constructor(readonly mode: 'declare' | 'run') {}

  /** Lines of the log that were not kept. */
  get more(): number {
    return this.#more;
  }

  take(): readonly ScriptAct[] {
    const acts = this.#acts.splice(0);
    if (this.#progress !== null) acts.push(this.#progress);
    this.#progress = null;
    return acts;
  }

  /** One message of the guest. @throws Refused */
  hear(text: string): void {
    const heard = fromGuest(text) as Heard;
    if (heard['op'] === 'call' || heard['op'] === 'step') this.#count(text.length);
    switch (heard['op']) {
      case 'call':
        this.#call(heard);
        return;
      case 'step':
        this.#step(heard['step'] as Heard);
        return;
      case 'log':
        this.#line('log', textOf(heard['text']).slice(0, limits.logLine));
        return;
      case 'table':
        this.#table(heard);
        return;
      case 'progress':
        this.#progress = {
          op: 'progress',
          done: countOf(heard['done']),
          total: countOf(heard['total']),
          text: textOf(heard['text']).slice(0, 200),
        };
        return;
      case 'args':
        this.#args(heard['declaration']);
        return;
      default:
        throw new RefusedMessage('shape', { call: '', problem: 'unknown' }, 'unknown message');
    }
  }

  /** No line is kept any more. */
  get full(): boolean {
    return this.#lines >= limits.logLines;
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > limits.requests)
      throw new RefusedMessage(
        'size',
        { limit: limits.requests },
        `more than ${limits.requests} characters in all`,
      );
    this.#calls += 1;
    if (this.#calls > limits.calls)
      throw new RefusedMessage('calls', { limit: limits.calls }, `more than ${limits.calls} calls`);
  }

  #call({ id, call, args }: Heard): void {
    const name = textOf(call);
    if (!isHostCall(name) || typeof id !== 'number')
      throw new RefusedMessage('shape', { call: name, problem: 'unknown' }, `no call ${name}`);
    refuseShape(`fleet.${name}`, hostCalls[name].args, args);
    if (this.mode === 'run') this.#acts.push({ op: 'call', id, call: name, args });
  }

  #step(given: Heard): void {
    const name = textOf(given['step']);
    if (!isStep(name))
      throw new RefusedMessage('shape', { call: 'plan', problem: 'unknown' }, 'no such step');
    refuseShape(`plan.${name}`, steps[name], given);
    const step = given as ProposalStep;
    if (step.step === 'set') this.#checkSet(step);
    if (step.step === 'send') {
      checkSend(step);
      this.#again.next({ device: step.device.station, sets: [], waits: step.after !== null });
    }
    if (step.step === 'set' || step.step === 'send') this.#countItem();
    if (this.mode === 'run') this.#acts.push({ op: 'step', step });
  }

  #checkSet({ device, group, edits, after }: Extract<ProposalStep, { step: 'set' }>): void {
    const { station, slot } = device;
    const fields = Object.keys(edits);
    if (fields.length === 0) throw new RefusedMessage('nothingSet', {}, 'nothing is set');
    const [problem] = checkGroup(groups[group as GroupId], edits, {});
    if (problem !== undefined) throw broken(problem);
    const of = `${station}/${slot}/${group}/`;
    const sets = fields.map((field) => `${of}${field}`);
    for (const name of this.#again.next({ device: station, sets, waits: after !== null }).keys()) {
      const again: SetAgainLine = { station, slot, group, field: name.slice(of.length) };
      this.#line('setAgain', JSON.stringify(again));
    }
  }

  #countItem(): void {
    this.#items += 1;
    if (this.#items > limits.sets)
      throw new RefusedMessage('sets', { limit: limits.sets }, `more than ${limits.sets} sets and sends`);
  }

  #line(kind: LineKind, text: string): void {
    if (this.full || this.#logged + text.length > limits.log) {
      this.#more += 1;
      return;
    }
    this.#logged += text.length;
    this.#acts.push({ op: 'line', line: this.#lines++, kind, text });
  }

  #table({ columns, heads, rows, total, drawn }: Heard): void {
    const cells = Array.isArray(rows) ? rows.slice(0, limits.tableRows) : [];
    if (drawn != null) refuseShape('table', Drawn, drawn);
    if (this.#tables++ >= limits.tables) this.#more += 1;
    else
      this.#line(
        'table',
        JSON.stringify({ columns, heads, rows: cells, total: countOf(total), drawn: drawn ?? null }),
      );
  }

  #args(declaration: unknown): void {
    const wrong = (problem: string) => new RefusedMessage('declaration', { problem }, `args(): ${problem}`);
    if (this.declared) throw wrong('called twice');
    if (!Check(Declaration, declaration)) {
      const [problem] = Errors(Declaration, declaration);
      throw wrong(`${problem?.instancePath ?? ''} ${problem?.message ?? ''}`.trim().slice(0, 200));
    }
    this.declared = true;
    this.#acts.push({ op: 'args', declaration });
  }
}

/** @throws Refused for an action that no device has, or arguments that break its bounds */
function checkSend({ action, args }: Extract<ProposalStep, { step: 'send' }>): void {
  const definition = deviceActions.find(({ id }) => id === action);
  if (definition === undefined) throw new RefusedMessage('unknown', { name: action }, `no action ${action}`);
  for (const [name, value] of Object.entries(args)) {
    const field = definition.arguments.find(({ id }) => id === name);
    if (field === undefined)
      throw new RefusedMessage('unknown', { name }, `${action} has no argument ${name}`);
    const problem = checkField(field, value);
    if (problem !== null) throw broken(problem);
  }
}
