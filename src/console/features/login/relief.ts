/** Contour lines of hills that do not exist: a sum of seeded waves, traced by marching squares. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

type Height = (x: number, y: number) => number;

function hills(seed: number): Height {
  const next = noise(seed);
  const waves = Array.from({ length: 9 }, (_, index) => ({
    kx: (next() - 0.5) * 2.2 * (1 + index / 3),
    ky: (next() - 0.5) * 2.2 * (1 + index / 3),
    phase: next() * 6.3,
    size: 1 / (1 + index * 0.7),
  }));
  return (x, y) =>
    waves.reduce((sum, wave) => sum + wave.size * Math.sin(wave.kx * x + wave.ky * y + wave.phase), 0);
}

/** SVG path of one level over a grid of `columns` × `rows` cells of `cell` px. */
function contour(height: Height, level: number, columns: number, rows: number, cell: number): string {
  const scale = 0.011 * cell;
  const path: string[] = [];
  const at = (column: number, row: number) => height(column * scale, row * scale) - level;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corners = [
        at(column, row),
        at(column + 1, row),
        at(column + 1, row + 1),
        at(column, row + 1),
      ] as const;
      const points: string[] = [];
      const edges = [
        [0, 1, 0, 0, 1, 0],
        [1, 2, 1, 0, 0, 1],
        [2, 3, 1, 1, -1, 0],
        [3, 0, 0, 1, 0, -1],
      ] as const;
      for (const [from, to, x, y, dx, dy] of edges) {
        const a = corners[from];
        const b = corners[to];
        if (a > 0 === b > 0) continue;
        const share = a / (a - b);
        points.push(
          `${((column + x + dx * share) * cell).toFixed(1)} ${((row + y + dy * share) * cell).toFixed(1)}`,
        );
      }
      for (let pair = 0; pair + 1 < points.length; pair += 2)
        path.push(`M${points[pair]}L${points[pair + 1]}`);
    }
  }
  return path.join('');
}

/** Paths of all levels; every fifth is an index contour. */
export function relief(
  seed: number,
  width: number,
  height: number,
): readonly { readonly path: string; readonly index: boolean }[] {
  const cell = 12;
  const ground = hills(seed);
  return Array.from({ length: 25 }, (_, step) => ({
    path: contour(ground, -2.4 + step * 0.2, Math.ceil(width / cell), Math.ceil(height / cell), cell),
    index: step % 5 === 0,
  }));
}
