// Lines, blocks and braille are drawn and not set in type, so that they meet at the edges of their cells
// whatever the font.

// Left, right, up, down: 0 nothing, 1 light, 2 heavy, 3 double.
const lines = {
	...{'─': '1100', '│': '0011', '┌': '0101', '┐': '1001', '└': '0110', '┘': '1010'},
	...{'├': '0111', '┤': '1011', '┬': '1101', '┴': '1110', '┼': '1111'},
	...{'━': '2200', '┃': '0022', '┏': '0202', '┓': '2002', '┗': '0220', '┛': '2020'},
	...{'┣': '0222', '┫': '2022', '┳': '2202', '┻': '2220', '╋': '2222'},
	...{'═': '3300', '║': '0033', '╔': '0303', '╗': '3003', '╚': '0330', '╝': '3030'},
	...{'╠': '0333', '╣': '3033', '╦': '3303', '╩': '3330', '╬': '3333'},
	...{'╴': '1000', '╶': '0100', '╵': '0010', '╷': '0001', '╸': '2000', '╺': '0200', '╹': '0020', '╻': '0002'},
	...{'╼': '1200', '╾': '2100', '╽': '0012', '╿': '0021', '┠': '0122', '┨': '1022', '┝': '0211', '┥': '2011'},
};

const round = {'╭': [1, 1], '╮': [-1, 1], '╰': [1, -1], '╯': [-1, -1]};

// Fractions of the cell: x, y, width, height.
const blocks = {
	...{'█': [0, 0, 1, 1], '▀': [0, 0, 1, 1 / 2], '▐': [1 / 2, 0, 1 / 2, 1], '▔': [0, 0, 1, 1 / 8]},
	...Object.fromEntries(
		[...'▁▂▃▄▅▆▇'].map((glyph, index) => [glyph, [0, (7 - index) / 8, 1, (index + 1) / 8]]),
	),
	...Object.fromEntries([...'▏▎▍▌▋▊▉'].map((glyph, index) => [glyph, [0, 0, (index + 1) / 8, 1]])),
	...{'▕': [7 / 8, 0, 1 / 8, 1]},
};

const shades = {'░': 0.25, '▒': 0.5, '▓': 0.75};

const thickness = {1: 1, 2: 2, 3: 1};
const offsets = {1: [0], 2: [0], 3: [-1.5, 1.5]};

// Rectangles with whole edges: overlapping strokes would show as beads where cells meet.
const drawLine = (code, {x, y, width, height, colour}) => {
	const [left, right, up, down] = [...code].map(Number);
	const [middleX, middleY] = [x + width / 2, y + height / 2];
	const bar = (from, to, place) => `<rect ${place(from, to - from)} fill="${colour}"/>`;
	const bars = (weight, from, to, toPlace) =>
		(offsets[weight] ?? []).map(offset =>
			bar(from, to, toPlace(offset - thickness[weight] / 2, thickness[weight])),
		);
	const across = (offset, thick) => (from, length) =>
		`x="${from}" y="${middleY + offset}" width="${length}" height="${thick}"`;
	const along = (offset, thick) => (from, length) =>
		`x="${middleX + offset}" y="${from}" width="${thick}" height="${length}"`;
	// A line that ends in the middle reaches over the line it meets there.
	const reachX = Math.max(up, down) === 3 ? 2 : thickness[Math.max(up, down)] / 2 || 0;
	const reachY = Math.max(left, right) === 3 ? 2 : thickness[Math.max(left, right)] / 2 || 0;
	const horizontal =
		left === right
			? bars(left, x, x + width, across)
			: [...bars(left, x, middleX + reachX, across), ...bars(right, middleX - reachX, x + width, across)];
	const vertical =
		up === down
			? bars(up, y, y + height, along)
			: [...bars(up, y, middleY + reachY, along), ...bars(down, middleY - reachY, y + height, along)];
	return [...horizontal, ...vertical].join('');
};

const drawRound = ([toRight, toBottom], {x, y, width, height, colour}) => {
	const [middleX, middleY] = [x + width / 2, y + height / 2];
	const radius = width / 2;
	const bend = middleY + toBottom * radius;
	const path = [
		`M${middleX + toRight * (width / 2)},${middleY}`,
		`Q${middleX},${middleY} ${middleX},${bend}`,
		`L${middleX},${middleY + toBottom * (height / 2)}`,
	].join('');
	return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1"/>`;
};

// Bit n of the code point is dot n; dots 1-3 and 7 are the left column.
const brailleDots = [
	...[
		[0, 0],
		[0, 1],
		[0, 2],
		[1, 0],
		[1, 1],
		[1, 2],
		[0, 3],
		[1, 3],
	],
];

const drawBraille = (bits, {x, y, width, height, colour}) =>
	brailleDots
		.filter((_, index) => (bits >> index) & 1)
		.map(([column, row]) => {
			const centre = [x + (width * (2 * column + 1)) / 4, y + (height * (2 * row + 1)) / 8];
			return `<circle cx="${centre[0]}" cy="${centre[1]}" r="${width / 8}" fill="${colour}"/>`;
		})
		.join('');

/** The drawing of a glyph that is not left to the font, or undefined. */
export const drawGlyph = (glyph, cell) => {
	const {x, y, width, height, colour} = cell;
	if (lines[glyph] !== undefined) return drawLine(lines[glyph], cell);
	if (round[glyph] !== undefined) return drawRound(round[glyph], cell);
	if (blocks[glyph] !== undefined) {
		const [left, top, wide, high] = blocks[glyph];
		const place = `x="${x + left * width}" y="${y + top * height}" width="${wide * width}" height="${high * height}"`;
		return `<rect ${place} fill="${colour}"/>`;
	}
	if (shades[glyph] !== undefined) {
		const place = `x="${x}" y="${y}" width="${width}" height="${height}"`;
		return `<rect ${place} fill="${colour}" opacity="${shades[glyph]}"/>`;
	}
	const code = glyph.codePointAt(0) ?? 0;
	return code >= 0x2800 && code <= 0x28ff ? drawBraille(code - 0x2800, cell) : undefined;
};
