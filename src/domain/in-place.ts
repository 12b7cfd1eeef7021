import { enumValues } from '../catalogue/enum-values.ts';

const outOfPlace: readonly number[] = [
  enumValues.installState.indexOf('notInstalled'),
  enumValues.installState.indexOf('removed'),
];

/** False where nothing is measured that counts: not installed yet, removed. @param installState code of `installState` */
export const isInPlace = (installState: number): boolean => !outOfPlace.includes(installState);
