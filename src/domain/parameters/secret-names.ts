/** True for the name of a parameter that is a secret; what the catalogue says, for rooms that do not hold all of it. */
export const isSecretName = (field: string): boolean => /(?:Key|Password)$/.test(field);
