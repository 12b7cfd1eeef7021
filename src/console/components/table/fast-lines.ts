import { type BodyLook, rowHeight, timeWidth } from './row-node.ts';

/** Padding of a cell at both sides, px. */
const padding = 24;
const figureSpace = '\u2007';

/** What of the table is in view, px. */
export interface FastView {
  /** Height at which the first line lies. */
  readonly top: number;
  /** How far it is scrolled to the side. */
  readonly left: number;
  readonly width: number;
  /** Of a column. */
  readonly column: number;
}
interface Widths {
  readonly digit: number;
  readonly space: number;
}

/**
 * Rows as they rush by: times in one text, all other cells in a second, each column at its own tab stop. Two texts
 * are laid out in a tenth of the time that cells take. Not for readers: the rows themselves follow at rest.
 */
export class FastLines {
  readonly element = document.createElement('div');
  readonly #times = document.createElement('div');
  readonly #values = document.createElement('div');
  readonly #time = document.createTextNode('');
  readonly #value = document.createTextNode('');
  #widths: Widths | null = null;

  constructor() {
    const { element } = this;
    element.className = 'table__fast num';
    element.ariaHidden = 'true';
    element.hidden = true;
    this.#times.className = 'table__fast-times';
    this.#values.className = 'table__fast-values';
    this.#times.append(this.#time);
    this.#values.append(this.#value);
    element.append(this.#times, this.#values);
  }

  hide(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#time.data = '';
    this.#value.data = '';
  }

  /** Shows the rows `from` to `to` in what is in view. */
  show(look: BodyLook, from: number, to: number, view: FastView): void {
    const { element } = this;
    element.hidden = false;
    const widths = this.#widths ?? this.#measure();
    const { column, left, width } = view;
    const columns = look.columns.length - 1;
    const first = Math.min(columns - 1, Math.floor(left / column));
    const last = Math.min(columns - 1, Math.floor((left + width - timeWidth) / column));
    element.style.transform = `translate(${left}px, ${view.top}px)`;
    element.style.width = `${width}px`;
    element.style.height = `${(to - from + 1) * rowHeight}px`;
    this.#values.style.tabSize = `${column}px`;
    this.#values.style.left = `${timeWidth + first * column - left}px`;
    const room = column - padding;
    const most = Math.floor(room / widths.digit);
    let times = '';
    let values = '';
    for (let row = from; row <= to; row += 1) {
      times += `${look.text(row, 0)}\n`;
      for (let place = first + 1; place <= last + 1; place += 1) {
        const text = look.text(row, place).slice(0, most);
        const spaces = look.numeric[place]
          ? Math.floor((room - text.length * widths.digit) / widths.space)
          : 0;
        values += `${spaces > 0 ? figureSpace.repeat(spaces) : ''}${text}\t`;
      }
      values += '\n';
    }
    this.#time.data = times;
    this.#value.data = values;
  }

  #measure(): Widths {
    const probe = document.createElement('span');
    this.#values.append(probe);
    const widthOf = (character: string) => {
      probe.textContent = character.repeat(50);
      return probe.getBoundingClientRect().width / 50 || 7;
    };
    const widths = { digit: widthOf('0'), space: widthOf(figureSpace) };
    probe.remove();
    this.#widths = widths;
    return widths;
  }
}
