/** The guard of two persons: what asks for a second one, and when two signatures are worth anything. Pure. */

/** The second person signs within so long after the first, ms. */
export const signingTime = 600_000;

/** What a company asks a second person for. */
export interface TwoPersonSettings {
  /** Sounding of sirens: those that an alarm has prepared, by hand, in a plan, and drills. */
  readonly sirens: boolean;
  /** Plans of more devices than this; null = of none. */
  readonly plansAbove: number | null;
  /** Every change of an alarm rule. */
  readonly rules: boolean;
}

/** Where a company has set nothing: sirens take two persons, plans and rules one. */
export const firstSettings: TwoPersonSettings = { sirens: true, plansAbove: null, rules: false };

/** Whether one setting asks for less than the other: such a change takes two persons itself. */
export function loosens(before: TwoPersonSettings, after: TwoPersonSettings): boolean {
  const most = (settings: TwoPersonSettings) => settings.plansAbove ?? Number.POSITIVE_INFINITY;
  return (before.sirens && !after.sirens) || (before.rules && !after.rules) || most(before) < most(after);
}

/** A person as they are now. */
export interface Signer {
  readonly userId: number;
  /** null = sees every company. */
  readonly companyId: number | null;
  readonly permissions: readonly string[];
}

/** One signature: who, when (UTC ms), and the hash of what was shown. */
export interface Signature {
  readonly userId: number;
  readonly at: number;
  readonly hash: string;
}

/** What is to be signed. */
export interface Signed {
  /** Hash of exactly what is shown. */
  readonly hash: string;
  /** Whose it is; null = of several companies: then both see all. */
  readonly companyId: number | null;
  /** Every one of them is needed. */
  readonly permissions: readonly string[];
}

export type SignatureProblem = 'same' | 'foreign' | 'right' | 'other' | 'over' | 'missing';

/** Why a person may not sign at all; null = they may. */
export function signerProblem(
  { companyId, permissions }: Pick<Signed, 'companyId' | 'permissions'>,
  signer: Signer,
): 'foreign' | 'right' | null {
  if (signer.companyId !== null && signer.companyId !== companyId) return 'foreign';
  return permissions.every((permission) => signer.permissions.includes(permission)) ? null : 'right';
}

/** Why a person's signature as the second one is refused; null = it is good. `hash`: of what they were shown. */
export function secondProblem(
  signed: Signed,
  first: Signature,
  second: { readonly signer: Signer; readonly hash: string; readonly at: number },
): SignatureProblem | null {
  if (second.signer.userId === first.userId) return 'same';
  if (second.at > first.at + signingTime || second.at < first.at) return 'over';
  if (first.hash !== signed.hash || second.hash !== signed.hash) return 'other';
  return signerProblem(signed, second.signer);
}

/**
 * What is wrong with two signatures as they stand in the database, looked at when they are used; null = nothing.
 * `people`: the signers as they are now; left out where an account is disabled or gone.
 */
export function pairProblem(
  signed: Signed,
  pair: { readonly first: Signature | null; readonly second: Signature | null },
  people: ReadonlyMap<number, Signer>,
): SignatureProblem | null {
  const { first, second } = pair;
  if (first === null || second === null) return 'missing';
  const [one, two] = [people.get(first.userId), people.get(second.userId)];
  if (one === undefined || two === undefined) return 'right';
  return (
    secondProblem(signed, first, { signer: two, hash: second.hash, at: second.at }) ??
    signerProblem(signed, one)
  );
}
