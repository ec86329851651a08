/** A longer timer fires at once. */
export const longestTimer = 2_147_483_647;

export const timerLimit = (milliseconds: number): number => Math.min(milliseconds, longestTimer);

export const inSeconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
