/** Where the code puts values into messages, read from its syntax: `text('id', { … })`, `new Refusal(409, 'id', { … })`. */
import { type ParserOptions, parseAst } from 'rolldown/parseAst';

type Lang = NonNullable<ParserOptions['lang']>;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** One call with a message id and the values that are given with it. */
export interface MessageUse {
  readonly line: number;
  /** More than one where a condition chooses. */
  readonly ids: readonly string[];
  /** Names of the values; null = they are not written down there (a variable, a spread). */
  readonly names: readonly string[] | null;
}

/** Calls in which a literal that looks like a message id is none: commands, calls of the contract, arguments. */
const others = /^(?:useOffer|call|run|act|keepGiven)$|Argument$/;

function calleeOf(node: Node): string {
  const callee = node['callee'];
  if (!isNode(callee)) return '';
  const property = callee['property'];
  return String(callee['name'] ?? (isNode(property) ? property['name'] : ''));
}

/** The ids that an argument may be. */
function idsOf(node: Node, isId: (text: string) => boolean): readonly string[] {
  const value = node['value'];
  if (node.type === 'Literal') return typeof value === 'string' && isId(value) ? [value] : [];
  const parts =
    node.type === 'ConditionalExpression'
      ? [node['consequent'], node['alternate']]
      : node.type === 'TSAsExpression'
        ? [node['expression']]
        : [];
  return parts.filter(isNode).flatMap((part) => idsOf(part, isId));
}

/** Names of an object's properties; null where some are not written down. */
function namesOf(node: Node): readonly string[] | null {
  const names: string[] = [];
  for (const property of nodesIn(node['properties'])) {
    const key = property['key'];
    if (!isNode(key) || property['computed'] === true) return null;
    names.push(String(key['name'] ?? key['value']));
  }
  return names;
}

const written = new Set(['Literal', 'TemplateLiteral', 'ArrowFunctionExpression']);

/** Every use of a message in a file, in order. */
export function messageUses(
  code: string,
  lang: Lang,
  isId: (text: string) => boolean,
): readonly MessageUse[] {
  const uses: MessageUse[] = [];
  const look = (node: Node) => {
    const given = nodesIn(node['arguments']);
    for (const [at, argument] of given.entries()) {
      const ids = idsOf(argument, isId);
      if (ids.length === 0) continue;
      const rest = given.slice(at + 1);
      const values = rest.find(({ type }) => type === 'ObjectExpression');
      const isOpen = values === undefined && rest.some(({ type }) => !written.has(type));
      const names = values === undefined ? (isOpen ? null : []) : namesOf(values);
      uses.push({ line: code.slice(0, node.start).split('\n').length, ids, names });
    }
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) walk(part);
    if (!isNode(value)) return;
    if ((value.type === 'CallExpression' || value.type === 'NewExpression') && !others.test(calleeOf(value)))
      look(value);
    for (const part of Object.values(value)) walk(part);
  };
  walk(parseAst(code, { lang }));
  return uses;
}
