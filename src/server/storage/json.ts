declare const held: unique symbol;

/** A text column that holds JSON of a `T`: written by `toJson` and read by `fromJson`, nothing else. */
export type Json<T> = string & { readonly [held]: T };

export const toJson = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>;

/** What `toJson` was given: the type of the column says what that is, and no writer of another one compiles. */
export const fromJson = <T>(text: Json<T>): T => JSON.parse(text) as T;
