/**
 * What is wrong with a device for as long as it is declared. `rejects`: answers every set and command with a refusal and
 * does nothing. `silent`: hears, does nothing and never answers. `late`: acts at once, and answers so many ms later.
 */
export type Fault =
  | { readonly type: 'rejects'; readonly why: string }
  | { readonly type: 'silent' }
  | { readonly type: 'late'; readonly by: number };
