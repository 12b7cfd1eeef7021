/** Reads the text of a formula (README.md): numbers, letters of inputs, + − × ÷ ^, brackets, functions. */
import { longestFormula, spanBounds } from '../../base/bounds/formulas.ts';

export const plainFunctions = ['abs', 'sqrt', 'exp', 'ln', 'sin', 'cos', 'tan', 'min', 'max'] as const;
export type PlainFunction = (typeof plainFunctions)[number];
/** Functions of one input and a span of time. */
export const spanFunctions = ['mean', 'before', 'change'] as const;
export type SpanFunction = (typeof spanFunctions)[number];

export type FormulaNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'input'; readonly letter: string }
  | { readonly kind: 'minus'; readonly of: FormulaNode }
  | {
      readonly kind: 'binary';
      readonly sign: '+' | '-' | '*' | '/' | '^';
      readonly left: FormulaNode;
      readonly right: FormulaNode;
    }
  | { readonly kind: 'call'; readonly name: PlainFunction; readonly of: readonly FormulaNode[] }
  | {
      readonly kind: 'span';
      readonly name: SpanFunction;
      readonly letter: string;
      /** ms */
      readonly span: number;
    };

export type FormulaFault =
  | 'empty'
  | 'long'
  | 'deep'
  | 'sign'
  | 'end'
  | 'name'
  | 'count'
  | 'spanInput'
  | 'span'
  | 'spanBounds'
  | 'letter'
  | 'unused'
  | 'noInput'
  | 'add'
  | 'angle'
  | 'bare'
  | 'exponent'
  | 'unit';

/** What is wrong with a formula; the message `formulas.fault.<fault>` says it. */
export class FormulaProblem extends Error {
  constructor(
    readonly fault: FormulaFault,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(`formula: ${fault} ${JSON.stringify(values)}`);
  }
}

const spanUnits: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 };
const deepest = 32;

interface Token {
  readonly text: string;
  readonly kind: 'number' | 'name' | 'sign';
}

const written: readonly (readonly [RegExp, string])[] = [
  [/[−–—]/g, '-'],
  [/[×·]/g, '*'],
  [/÷/g, '/'],
  [/、/g, ','],
];

function tokensOf(text: string): Token[] {
  let rest = written.reduce((all, [mark, plain]) => all.replaceAll(mark, plain), text.normalize('NFKC'));
  const tokens: Token[] = [];
  for (rest = rest.trimStart(); rest !== ''; rest = rest.trimStart()) {
    const [number] = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(rest) ?? [];
    const [name] = /^[a-z]+/i.exec(rest) ?? [];
    const [sign] = /^[-+*/^(),]/.exec(rest) ?? [];
    const found = number ?? name ?? sign;
    if (found === undefined) throw new FormulaProblem('sign', { sign: [...rest][0] ?? '' });
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign';
    tokens.push({ text: name === undefined ? found : found.toLowerCase(), kind });
    rest = rest.slice(found.length);
  }
  return tokens;
}

const isPlain = (name: string): name is PlainFunction => plainFunctions.some((one) => one === name);
const isSpan = (name: string): name is SpanFunction => spanFunctions.some((one) => one === name);

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): FormulaNode {
    const node = this.#sum();
    const left = this.#tokens[this.#at];
    if (left !== undefined) throw new FormulaProblem('sign', { sign: left.text });
    return node;
  }

  #next(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new FormulaProblem('end');
    this.#at += 1;
    return token;
  }

  #take(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string): void {
    const token = this.#next();
    if (token.text !== sign) throw new FormulaProblem('sign', { sign: token.text });
  }

  /** Counts how deep what is read lies in brackets and signs: a text must not exhaust the stack. */
  #deeper(read: () => FormulaNode): FormulaNode {
    this.#depth += 1;
    if (this.#depth > deepest) throw new FormulaProblem('deep', { max: deepest });
    const node = read();
    this.#depth -= 1;
    return node;
  }

  #sum(): FormulaNode {
    return this.#deeper(() => {
      let left = this.#product();
      for (;;) {
        if (this.#take('+')) left = { kind: 'binary', sign: '+', left, right: this.#product() };
        else if (this.#take('-')) left = { kind: 'binary', sign: '-', left, right: this.#product() };
        else return left;
      }
    });
  }

  #product(): FormulaNode {
    let left = this.#signed();
    for (;;) {
      if (this.#take('*')) left = { kind: 'binary', sign: '*', left, right: this.#signed() };
      else if (this.#take('/')) left = { kind: 'binary', sign: '/', left, right: this.#signed() };
      else return left;
    }
  }

  /** As in mathematics, −a^2 is −(a^2), and 2^−1 is a half. */
  #signed(): FormulaNode {
    if (this.#take('-')) return this.#deeper(() => ({ kind: 'minus', of: this.#signed() }));
    if (this.#take('+')) return this.#deeper(() => this.#signed());
    const base = this.#part();
    if (!this.#take('^')) return base;
    return this.#deeper(() => ({ kind: 'binary', sign: '^', left: base, right: this.#signed() }));
  }

  #part(): FormulaNode {
    const token = this.#next();
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'sign') {
      if (token.text !== '(') throw new FormulaProblem('sign', { sign: token.text });
      const inner = this.#sum();
      this.#expect(')');
      return inner;
    }
    if (token.text.length === 1) return { kind: 'input', letter: token.text };
    if (isSpan(token.text)) return this.#spanCall(token.text);
    if (isPlain(token.text)) return this.#plainCall(token.text);
    throw new FormulaProblem('name', { name: token.text });
  }

  #plainCall(name: PlainFunction): FormulaNode {
    this.#expect('(');
    const of = [this.#sum()];
    while (this.#take(',')) of.push(this.#sum());
    this.#expect(')');
    const isOfSeveral = name === 'min' || name === 'max';
    if (isOfSeveral ? of.length < 2 : of.length !== 1) throw new FormulaProblem('count', { name });
    return { kind: 'call', name, of };
  }

  #spanCall(name: SpanFunction): FormulaNode {
    this.#expect('(');
    const letter = this.#next();
    if (letter.kind !== 'name' || letter.text.length !== 1) throw new FormulaProblem('spanInput', { name });
    this.#expect(',');
    const [count, unit] = [this.#next(), this.#next()];
    const width = unit.kind === 'name' ? spanUnits[unit.text] : undefined;
    if (count.kind !== 'number' || width === undefined) throw new FormulaProblem('span', { name });
    const span = Math.round(Number(count.text) * width);
    if (!(span >= spanBounds.min && span <= spanBounds.max)) throw new FormulaProblem('spanBounds', { name });
    this.#expect(')');
    return { kind: 'span', name, letter: letter.text, span };
  }
}

/** @throws FormulaProblem */
export function parseFormula(text: string): FormulaNode {
  if (text.trim() === '') throw new FormulaProblem('empty');
  if (text.length > longestFormula) throw new FormulaProblem('long', { max: longestFormula });
  return new Reader(tokensOf(text)).whole();
}

/** All parts of a formula, itself among them. */
export function* partsOf(node: FormulaNode): Generator<FormulaNode> {
  yield node;
  if (node.kind === 'minus') yield* partsOf(node.of);
  if (node.kind === 'binary') {
    yield* partsOf(node.left);
    yield* partsOf(node.right);
  }
  if (node.kind === 'call') for (const one of node.of) yield* partsOf(one);
}

/** Letters that a formula reads. */
export function lettersOf(node: FormulaNode): ReadonlySet<string> {
  const letters = new Set<string>();
  for (const part of partsOf(node))
    if (part.kind === 'input' || part.kind === 'span') letters.add(part.letter);
  return letters;
}

/** ms: the longest span by which a formula looks back at an input; 0 where it does not. */
export function longestSpan(node: FormulaNode, letter: string): number {
  let longest = 0;
  for (const part of partsOf(node))
    if (part.kind === 'span' && part.letter === letter) longest = Math.max(longest, part.span);
  return longest;
}
