const widest = 40;

/** Two columns, the first as wide as it needs to be within reason: one long entry must not push all others away. */
export const alignColumns = (rows: readonly (readonly [string, string])[]): readonly string[] => {
	const width = Math.min(widest, Math.max(0, ...rows.map(([left]) => left.length)));
	return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`.trimEnd());
};
