export const quantile = (values, part) => {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
};

export const median = values => quantile(values, 0.5);

/** How steeply points rise: the line with the least squares through all of them. */
export const slope = points => {
	const mean = index => points.reduce((sum, point) => sum + point[index], 0) / points.length;
	const [x, y] = [mean(0), mean(1)];
	const over = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
	return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / over;
};

const digits = {ms: 1, s: 2, MiB: 0, '%': 2, bytes: 0, times: 0, 'bytes/byte': 2};

const show = (value, unit) => (value === undefined ? '' : `${value.toFixed(digits[unit] ?? 2)} ${unit}`);

const showBudget = ({limit, maxRatio, maxAdded, unit}) => {
	if (maxRatio !== undefined) return `${maxRatio} x`;
	if (maxAdded !== undefined) return `+ ${show(maxAdded, unit)}`;
	return limit === undefined ? '' : show(limit, unit);
};

/** @typedef {{name: string, figure: number, unit: string, floor?: number, floorName?: string, maxRatio?: number, maxAdded?: number, limit?: number}} Row */

/** @param {Row} row */
export const judge = ({figure, floor, maxRatio, maxAdded, limit}) => {
	if (maxAdded !== undefined) return figure - floor <= maxAdded ? 'ok' : 'OVER';
	if (maxRatio !== undefined) return figure / floor <= maxRatio ? 'ok' : 'OVER';
	if (limit !== undefined) return figure <= limit ? 'ok' : 'OVER';
	return '';
};

/** @param {readonly Row[]} rows */
export const formatTable = rows => {
	const lines = [
		['what', 'budget', 'figure', 'floor', 'ratio', ''],
		...rows.map(row => [
			row.name,
			showBudget(row),
			show(row.figure, row.unit),
			row.floor === undefined ? '' : `${show(row.floor, row.unit)} (${row.floorName})`,
			row.floor === undefined ? '' : (row.figure / row.floor).toFixed(2),
			judge(row),
		]),
	];
	const widths = lines[0].map((_, column) => Math.max(...lines.map(line => line[column].length)));
	return lines
		.map(line =>
			line
				.map((text, column) => text.padEnd(widths[column]))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
};
