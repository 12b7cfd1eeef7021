/** Density of fresh water (1000 kg/m³) × standard gravity (9.80665 m/s²), kPa per metre. */
export const waterMetre = 9.80665;

/** Height of the column of fresh water, m, that a pressure in kPa stands for: p / (ρ g). */
export const headOf = (pressure: number): number => pressure / waterMetre;
