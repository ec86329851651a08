import {setTimeout} from 'node:timers/promises';
import {Resvg} from '@resvg/resvg-js';
import {loadTypescript} from '../load-typescript.mjs';
import {drawScreen} from './draw-screen.mjs';
import {themes} from './themes.mjs';

const play = async (terminal, key) => {
	const [, action, text] = /^(type|paste|wait|resize|pause):([\s\S]*)$/.exec(key) ?? [];
	if (action === 'type') terminal.type(text);
	else if (action === 'paste') terminal.paste(text);
	else if (action === 'pause') await setTimeout(Number(text));
	else if (action === 'resize') terminal.resize(...text.split('x').map(Number));
	else if (action === 'wait')
		await terminal.waitFor(/^\/.+\/$/.test(text) ? new RegExp(text.slice(1, -1)) : text);
	else if (key === 'stable') await terminal.waitForStable();
	else terminal.press(key);
};

/** While something moves the screen never comes to rest, and a picture of it need not wait for that. */
const settle = async (terminal, quiet) => {
	// What a key does is not there at once, and keys that arrive together are a paste.
	await setTimeout(150);
	try {
		await terminal.waitForStable({quiet, timeout: 2000});
	} catch {
		// It moves: what is there now is as good as anything later.
	}
};

/**
 * Runs a program in a pseudo-terminal, plays keys and takes a picture of its screen. A key is a name (enter,
 * ctrl+c, shift+tab) or type:text, paste:text, wait:text, wait:/pattern/, resize:100x30, pause:400 (a question
 * takes no key in its first moments) or stable. With `isMoving` the picture is taken right after the last key.
 * @param {{theme?: string, keys?: readonly string[], scale?: number, isMoving?: boolean} &
 *   import('../../tests/helpers/terminal.ts').TerminalOptions} scene
 * @returns {Promise<{svg: string, toPng: (zoom?: number) => Buffer, lines: readonly string[]}>}
 */
export const takePicture = async ({theme = 'dark', keys = [], scale = 2, isMoving = false, ...options}) => {
	const colours = themes[theme];
	if (colours === undefined) throw new Error(`A theme is one of ${Object.keys(themes).join(', ')}`);
	const {startTerminal} = await loadTypescript('tests/helpers/terminal.ts');
	const terminal = startTerminal({
		...options,
		// What is drawn on paper cannot be asked for its background.
		env: {COLORTERM: 'truecolor', COLORFGBG: theme === 'light' ? '0;15' : '15;0', ...options.env},
	});
	try {
		for (const [index, key] of keys.entries()) {
			await play(terminal, key);
			// Longer than what has just appeared takes no key.
			if (!isMoving || index < keys.length - 1) await settle(terminal, 350);
		}
		if (!isMoving) await settle(terminal, 400);
		const svg = drawScreen(terminal.emulator, colours);
		const toPng = (zoom = scale) =>
			new Resvg(svg, {
				fitTo: {mode: 'zoom', value: zoom},
				font: {
					loadSystemFonts: true,
					defaultFontFamily: 'DejaVu Sans Mono',
					monospaceFamily: 'DejaVu Sans Mono',
				},
			})
				.render()
				.asPng();
		return {svg, toPng, lines: terminal.screen()};
	} finally {
		await terminal.dispose();
	}
};
