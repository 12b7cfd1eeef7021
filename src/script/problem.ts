/** How a script can go wrong; the words of each are `workflow.problem.<id>`, in every locale (a law). */
export const scriptProblems = [
  /** The text is no TypeScript: {text}. */
  'syntax',
  /** The script itself threw: {text}. */
  'thrown',
  /** Import of anything but "groundwatch" and saved scripts: {name}. */
  'import',
  /** No script of this name that the user may see: {name}, and what leads to it. */
  'moduleMissing',
  /** The script belongs to another company than the run: {name}. */
  'moduleOther',
  /** Several scripts that the user may see have the name {name}: those of {owners}. */
  'moduleSeveral',
  /** Scripts import each other in a circle: {name}. */
  'moduleCircle',
  /** More modules than {limit}, or more than {limit} characters of them. */
  'modulesMany',
  'modulesLarge',
  /** The text of the module {name} is no TypeScript: {text} in line {line}. */
  'moduleSyntax',
  /** The module {name} exports no {field}. */
  'moduleExport',
  /** The module {name} asked, said or proposed something, or waited, while it was imported. */
  'moduleActs',
  /** Computed too long without asking the server for anything. */
  'time',
  'memory',
  /** Nested calls without end. */
  'stack',
  /** It waits for a promise that nothing settles. */
  'settles',
  /** More host calls than a run may make: {limit}. */
  'calls',
  /** One call would compare more than {limit}: conditions × devices. */
  'comparisons',
  /** One call would read more than {limit} values of history. */
  'points',
  /** Statistics of more than {limit} stretches of time: {count}. */
  'bins',
  /** The calls of the run were more work than {limit} units. */
  'work',
  /** Its journal is full: {limit} bytes. */
  'journal',
  /** A message out of the sandbox was too large, too deep, or held a reserved key. */
  'size',
  'depth',
  'key',
  /** What a call was given is not what it takes: {call}, {problem}. */
  'shape',
  /** A field of a device is set twice: {field}. */
  'twice',
  'nothingSet',
  /** More sets than a plan holds: {limit}. */
  'sets',
  /** A value breaks a bound: {field}, {problem}. */
  'bound',
  /** The device has no such group or action: {name}. */
  'unknown',
  /** No project of this code or name that the user may see: {name}. */
  'project',
  'folder',
  /** args() was called twice, or its declaration is no declaration: {problem}. */
  'declaration',
  /** The user may not, or no longer: {permission}. */
  'permission',
  'accountGone',
  'companyMoved',
  /** A replay did otherwise than the run before it. */
  'nonDeterministic',
  /** The sandbox itself ended. */
  'sandbox',
  /** Reading one device failed (station.read): {reason}. */
  'read',
] as const;
export type ScriptProblemId = (typeof scriptProblems)[number];

export interface ScriptProblem {
  readonly id: ScriptProblemId;
  readonly params: Readonly<Record<string, string | number>>;
  /** In the script's own text, from 1; null where it has no place there. */
  readonly line: number | null;
  readonly column: number | null;
}

export const isScriptProblem = (id: unknown): id is ScriptProblemId =>
  scriptProblems.some((one) => one === id);

/** Why one device could not be read, by itself; the words are `workflow.reason.<id>`. */
export const deviceReasons = [
  'gone',
  'noRtu',
  'noGroup',
  'severalSensors',
  'queueFull',
  'landsTooLate',
  'expired',
  'cancelled',
  'failed',
  'unknown',
  'neverReported',
  'tooMany',
  'circular',
  'noSensor',
  'refused',
  'ownField',
] as const;
export type DeviceReason = (typeof deviceReasons)[number];
