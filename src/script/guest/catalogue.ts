/**
 * Types that the catalogue fills in: the guest's own code needs no more of them than this. Scripts are given all of it
 * (typings/print), and a test holds that it fits.
 */
import type { GroupId as Group } from '../../catalogue/model.ts';
import type { BinStatistic as HistoryBinStatistic, Statistic as HistoryStatistic } from '../calls.ts';

type Value = number | string | boolean | null | readonly string[];
/** What devices report of each group. */
export type GroupParameters = { readonly [G in Group]: { readonly [field: string]: Value } };
/** What may be set of each group. */
export type GroupEdits = { readonly [G in Group]: { readonly [field: string]: Value } };
/** Newest values of the RTU and of each kind of sensor. */
export type KindValues = { readonly [kind: string]: { readonly [channel: string]: Value } };
/** Channels that have a history, of each. */
export type HistoryChannels = { readonly [kind: string]: string };
/** Actions of devices, with the arguments of each. */
export type Actions = { readonly [action: string]: { readonly [argument: string]: Value } };
/** Quantities that an alarm rule can ask, with the arguments of each. */
export type Quantities = { readonly [quantity: string]: { readonly [argument: string]: number | string } };
export type Statistic = HistoryStatistic;
export type BinStatistic = HistoryBinStatistic;
