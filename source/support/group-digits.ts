/** 41200 as `41,200`. */
export const groupDigits = (count: number): string =>
	String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',');
