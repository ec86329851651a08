const dark = {
	background: '#16181d',
	foreground: '#d7dae0',
	cursor: '#d7dae0',
	ansi: [
		...['#2b2f37', '#f07178', '#a5d76e', '#f2c879', '#74a8f7', '#c594e8', '#63cfd8', '#c8ccd4'],
		...['#6b7280', '#ff8f95', '#bdec88', '#ffdd99', '#93bfff', '#daaef5', '#86e4ec', '#ffffff'],
	],
};

const light = {
	background: '#ffffff',
	foreground: '#24292f',
	cursor: '#24292f',
	ansi: [
		...['#24292f', '#c4242b', '#1a7f37', '#8a5a00', '#0a5bd0', '#8250df', '#0f7680', '#6e7781'],
		...['#57606a', '#a40e26', '#116329', '#6b4400', '#0747a6', '#6639ba', '#0b5c64', '#8c959f'],
	],
};

export const themes = {dark, light};

const toHex = value => value.toString(16).padStart(2, '0');

// The 256 colours: 16 of the theme, a cube of six levels, 24 greys.
const cubeLevels = [0, 95, 135, 175, 215, 255];
const fromPalette = (theme, index) => {
	if (index < 16) return theme.ansi[index];
	if (index >= 232) return `#${toHex(8 + (index - 232) * 10).repeat(3)}`;
	const cube = index - 16;
	const levels = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(step => cubeLevels[step]);
	return `#${levels.map(toHex).join('')}`;
};

const fromRgb = value => `#${value.toString(16).padStart(6, '0')}`;

/** The colours a cell of the emulator's buffer is drawn with. */
export const coloursOf = (theme, cell) => {
	let foreground = theme.foreground;
	if (cell.isFgRGB()) foreground = fromRgb(cell.getFgColor());
	else if (cell.isFgPalette()) foreground = fromPalette(theme, cell.getFgColor());
	let background = theme.background;
	if (cell.isBgRGB()) background = fromRgb(cell.getBgColor());
	else if (cell.isBgPalette()) background = fromPalette(theme, cell.getBgColor());
	return cell.isInverse() ? {foreground: background, background: foreground} : {foreground, background};
};
