/** The levels of the 6 x 6 x 6 colours among the 256. */
const levels = [0, 95, 135, 175, 215, 255];

export const channelsOf = (colour: string): readonly [number, number, number] => {
	const value = Number.parseInt(colour, 16);
	return [Math.floor(value / 65_536), Math.floor(value / 256) % 256, value % 256];
};

const nearestLevel = (channel: number): number =>
	levels.reduce(
		(best, level, index) =>
			Math.abs(level - channel) < Math.abs((levels[best] ?? 0) - channel) ? index : best,
		0,
	);

const distance = (one: readonly number[], other: readonly number[]): number =>
	one.reduce((sum, channel, index) => sum + (channel - (other[index] ?? 0)) ** 2, 0);

/** The nearest of the 240 colours that are the same in every terminal, and what it really is. */
export const nearestIndexed = (
	colour: string,
): {readonly index: number; readonly channels: readonly [number, number, number]} => {
	const wanted = channelsOf(colour);
	const [red, green, blue] = [nearestLevel(wanted[0]), nearestLevel(wanted[1]), nearestLevel(wanted[2])];
	const cube = [levels[red] ?? 0, levels[green] ?? 0, levels[blue] ?? 0] as const;
	const step = Math.max(0, Math.min(23, Math.round(((wanted[0] + wanted[1] + wanted[2]) / 3 - 8) / 10)));
	const grey = [8 + 10 * step, 8 + 10 * step, 8 + 10 * step] as const;
	return distance(wanted, cube) <= distance(wanted, grey)
		? {index: 16 + 36 * red + 6 * green + blue, channels: cube}
		: {index: 232 + step, channels: grey};
};

/** What selects a colour for text. */
export const colourCode = (colour: string, depth: '256' | 'millions'): string =>
	depth === 'millions' ? `38;2;${channelsOf(colour).join(';')}` : `38;5;${nearestIndexed(colour).index}`;
