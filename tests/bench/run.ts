/** `npm run bench [-- P8 P9]`: runs the benches and prints ours, the reference, their ratio and the goal. */
import { readdir } from 'node:fs/promises';
import type { Bench, Figure } from './bench.ts';

const wanted = new Set(process.argv.slice(2).map((id) => id.toUpperCase()));
const files = (await readdir(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.bench.ts'))
  .sort();

const isBench = (value: unknown): value is Bench =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'run' in value &&
  typeof value.run === 'function';

function row({ id, title }: Bench, figure: Figure): string[] {
  const { what, ours, reference, unit, goal, better = 'lower', note } = figure;
  const ratio = ours / reference;
  const met = better === 'lower' ? ratio <= goal : ratio >= goal;
  const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  return [
    id,
    what ?? title,
    `${digits(ours)} ${unit}`,
    `${digits(reference)} ${unit}`,
    ratio.toFixed(4),
    `${better === 'lower' ? '≤' : '≥'} ${goal}`,
    met ? 'met' : 'NOT MET',
    note ?? '',
  ];
}

const table: string[][] = [['', 'what', 'ours', 'reference', 'ratio', 'goal', '', 'note']];
let crashed = 0;
for (const file of files) {
  try {
    const module: Record<string, unknown> = await import(new URL(file, import.meta.url).href);
    for (const bench of [module['bench'] ?? module['default'] ?? module].filter(isBench)) {
      if (wanted.size > 0 && !wanted.has(bench.id.toUpperCase())) continue;
      console.error(`${bench.id} ${bench.title} …`);
      for (const figure of await bench.run()) table.push(row(bench, figure));
    }
  } catch (error) {
    crashed += 1;
    console.error(`${file} crashed:`, error);
  }
}
const widths =
  table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
for (const line of table)
  console.log(
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
process.exit(crashed > 0 ? 1 : 0);
