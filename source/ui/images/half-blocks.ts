import {nearestIndexed} from '../theme/colour-codes.ts';
import type {Pixels} from './picture-thread.ts';

export type BlockColours = '256' | 'millions';

type Channels = readonly [number, number, number];

/** What is nearly clear shows the terminal's own background. */
const clearAlpha = 32;
/** Behind what is dark and has clear parts: on a dark background it would not be seen. */
const paper: Channels = [224, 224, 224];
const darkLuminance = 80;

/** The background that is put behind clear parts; undefined leaves the terminal's. */
const groundFor = ({pixels}: Pixels, isLight: boolean): Channels | undefined => {
	let clear = 0;
	let weight = 0;
	let light = 0;
	for (let at = 0; at < pixels.length; at += 4) {
		const alpha = pixels[at + 3] ?? 0;
		clear += alpha < clearAlpha ? 1 : 0;
		weight += alpha;
		light += alpha * (0.3 * (pixels[at] ?? 0) + 0.59 * (pixels[at + 1] ?? 0) + 0.11 * (pixels[at + 2] ?? 0));
	}
	return !isLight && clear > 0 && weight > 0 && light / weight < darkLuminance ? paper : undefined;
};

const hex = (channels: Channels): string =>
	channels.map(channel => channel.toString(16).padStart(2, '0')).join('');

const codeOf = (layer: 38 | 48, channels: Channels, colours: BlockColours): string =>
	colours === 'millions'
		? `${layer};2;${channels.join(';')}`
		: `${layer};5;${nearestIndexed(hex(channels)).index}`;

/** Two pixels, one above the other, in one cell. */
export const halfBlockLines = (
	picture: Pixels,
	colours: BlockColours,
	isLight: boolean,
): readonly string[] => {
	const {width, height, pixels} = picture;
	const ground = groundFor(picture, isLight);
	const under: Channels = ground ?? (isLight ? [255, 255, 255] : [0, 0, 0]);
	const colourAt = (x: number, y: number): Channels | undefined => {
		const at = (y * width + x) * 4;
		const alpha = y < height ? (pixels[at + 3] ?? 0) : 0;
		if (alpha < clearAlpha) {
			return y < height ? ground : undefined;
		}
		const over = (channel: 0 | 1 | 2): number =>
			Math.round(((pixels[at + channel] ?? 0) * alpha + under[channel] * (255 - alpha)) / 255);
		return [over(0), over(1), over(2)];
	};
	const cellOf = (x: number, y: number): {readonly style: string; readonly text: string} => {
		const [upper, lower] = [colourAt(x, y), colourAt(x, y + 1)];
		if (upper === undefined) {
			return lower === undefined
				? {style: '39;49', text: ' '}
				: {style: `${codeOf(38, lower, colours)};49`, text: '▄'};
		}
		const back = lower === undefined ? '49' : codeOf(48, lower, colours);
		return {style: `${codeOf(38, upper, colours)};${back}`, text: '▀'};
	};
	return Array.from({length: Math.ceil(height / 2)}, (_row, row) => {
		let line = '';
		let current = '39;49';
		for (let x = 0; x < width; x += 1) {
			const {style, text} = cellOf(x, row * 2);
			line += style === current ? text : `\u001B[${style}m${text}`;
			current = style;
		}
		return current === '39;49' ? line.trimEnd() : `${line}\u001B[39;49m`;
	});
};
