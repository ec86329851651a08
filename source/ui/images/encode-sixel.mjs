/** Steps of each channel; 6 x 6 x 6 colours are what every terminal with sixels has. */
const steps = 6;
/** Spreads what lies between two steps over neighbours. */
const pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map(value => (value + 0.5) / 16 - 0.5);
const clear = -1;
const shortestRun = 4;

const indexAt = (pixels, width, x, y) => {
	const at = (y * width + x) * 4;
	if (pixels[at + 3] < 128) return clear;
	const shift = pattern[(y % 4) * 4 + (x % 4)];
	return [0, 1, 2].reduce((index, channel) => {
		const step = Math.round((pixels[at + channel] / 255) * (steps - 1) + shift);
		return index * steps + Math.max(0, Math.min(steps - 1, step));
	}, 0);
};

const percent = step => Math.round((step / (steps - 1)) * 100);
const colour = index => {
	const channels = [Math.floor(index / (steps * steps)), Math.floor(index / steps) % steps, index % steps];
	return `#${index};2;${channels.map(percent).join(';')}`;
};

const shorten = row =>
	row.replace(/(.)\1+/g, (run, sign) => (run.length < shortestRun ? run : `!${run.length}${sign}`));

/** Six rows at once, one colour after the other. */
const encodeBand = indexes => {
	const width = indexes[0].length;
	const used = [...new Set(indexes.flat())].filter(index => index !== clear);
	return used
		.map(index => {
			const signs = Array.from({length: width}, (_value, x) =>
				String.fromCharCode(63 + indexes.reduce((bits, row, y) => bits | (row[x] === index ? 1 << y : 0), 0)),
			);
			return `#${index}${shorten(signs.join(''))}`;
		})
		.join('$');
};

/** Pixels as a sixel sequence; what is clear stays as the terminal has it. */
export const encodeSixel = (pixels, width, height) => {
	const rows = Array.from({length: height}, (_row, y) =>
		Array.from({length: width}, (_pixel, x) => indexAt(pixels, width, x, y)),
	);
	const palette = [...new Set(rows.flat())].filter(index => index !== clear).map(colour);
	const bands = [];
	for (let y = 0; y < height; y += 6) bands.push(encodeBand(rows.slice(y, y + 6)));
	return `\u001BP0;1;0q"1;1;${width};${height}${palette.join('')}${bands.join('-')}\u001B\\`;
};
