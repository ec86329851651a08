import type {KeepImage} from '../../app/app.ts';
import type {ToolContent} from '../../domain/tool.ts';
import type {Styles} from '../theme/styles.ts';
import {imageSize} from '../transcript/image-size.ts';
import {type Cells, cellsFor, fitWithin, type PixelSize} from './fit-to-cells.ts';
import {type GraphicsWay, graphicsSequence} from './graphics.ts';
import {type BlockColours, halfBlockLines} from './half-blocks.ts';
import type {ChosenWay} from './image-way.ts';
import type {DrawnPicture, PictureForm, PictureThread} from './picture-thread.ts';

export type ImageContent = ToolContent & {readonly type: 'image'};

/** Images as they are printed: drawn, if that can be done here, and with the path of their file. */
export type Pictures = {
	/** Whether everything is there to print them. If not, it is being made, and `onReady` tells when to ask again. */
	readonly prepare: (images: readonly ImageContent[], width: number) => boolean;
	/** The lines below the one that names it. What was prepared is used up. */
	readonly lines: (image: ImageContent) => readonly string[];
};

type PicturesDeps = {
	readonly way: ChosenWay;
	readonly colours: BlockColours;
	readonly isLight: () => boolean;
	readonly styles: () => Styles;
	readonly rows: () => number;
	readonly thread: Pick<PictureThread, 'draw'>;
	readonly keepImage: KeepImage;
	readonly showPath: (path: string) => string;
	/** Takes a sequence for the terminal, and gives what stands for it in a line. */
	readonly insert: (sequence: string) => string;
	readonly onReady: () => void;
};

/** Enough to recognise something, and the conversation stays on the screen. */
const mostColumns = 40;
const mostRows = 12;
/** Larger ones are named, not drawn. */
const mostBytes = 10 * 1024 * 1024;
const mostPixels = 12 * 1024 * 1024;

/** A result may have many; of the others there is the line that names each. */
const mostPictures = 4;

type Scale = {
	readonly form: PictureForm;
	/** The pixels that a cell is taken to have. */
	readonly cell: PixelSize;
	/** How many pixels are sent for each of them: displays may have more than they say. */
	readonly detail: number;
};

const scales: Readonly<Record<Exclude<ChosenWay, 'none'>, Scale>> = {
	blocks: {form: 'pixels', cell: {width: 1, height: 2}, detail: 1},
	kitty: {form: 'png', cell: {width: 10, height: 20}, detail: 2},
	iterm2: {form: 'png', cell: {width: 10, height: 20}, detail: 2},
	// Drawn pixel by pixel: where cells are larger than these it leaves room, and never covers the next line.
	sixel: {form: 'sixel', cell: {width: 7, height: 14}, detail: 1},
};

type Prepared = {
	readonly path?: string;
	readonly picture?: {readonly drawn: DrawnPicture; readonly cells: Cells};
};

type Entry = {readonly width: number; prepared?: Prepared};

export const createPictures = (deps: PicturesDeps): Pictures => {
	const {way, thread, keepImage, styles} = deps;
	const entries = new WeakMap<ImageContent, Entry>();

	const drawPicture = async ({data}: ImageContent, width: number): Promise<Prepared['picture']> => {
		const size = way === 'none' || data.length * 0.75 > mostBytes ? undefined : imageSize(data);
		if (way === 'none' || size === undefined || !styles().hasColour) {
			return undefined;
		}
		if (size.width < 1 || size.height < 1 || size.width * size.height > mostPixels) {
			return undefined;
		}
		const {form, cell, detail} = scales[way];
		const box = {
			width: Math.max(1, Math.min(mostColumns, width)) * cell.width,
			height: Math.max(1, Math.min(mostRows, Math.floor(deps.rows() / 2))) * cell.height,
		};
		const shown = fitWithin(size, box);
		const sent = fitWithin(size, {width: shown.width * detail, height: shown.height * detail});
		const drawn = await thread.draw({bytes: Buffer.from(data, 'base64'), ...sent, form});
		return drawn && {drawn, cells: cellsFor(shown, cell)};
	};

	const make = async (image: ImageContent, entry: Entry): Promise<void> => {
		const [path, picture] = await Promise.all([
			keepImage(image).catch(() => undefined),
			drawPicture(image, entry.width).catch(() => undefined),
		]);
		entry.prepared = {
			...(path === undefined ? {} : {path}),
			...(picture === undefined ? {} : {picture}),
		};
		deps.onReady();
	};

	const isReady = (image: ImageContent, width: number): boolean => {
		const known = entries.get(image);
		if (known !== undefined && known.width === width) {
			return known.prepared !== undefined;
		}
		const entry: Entry = {width};
		entries.set(image, entry);
		void make(image, entry);
		return false;
	};

	const graphics = ({drawn, cells}: {readonly drawn: DrawnPicture; readonly cells: Cells}) =>
		drawn.type === 'encoded' && way !== 'none' && way !== 'blocks'
			? {rows: cells.rows, mark: deps.insert(graphicsSequence(way satisfies GraphicsWay, drawn.data, cells))}
			: {rows: 0, mark: ''};

	return {
		prepare: (images, width) =>
			images
				.slice(0, mostPictures)
				.map(image => isReady(image, width))
				.every(Boolean),
		lines(image) {
			const prepared = entries.get(image)?.prepared;
			entries.delete(image);
			if (prepared === undefined) {
				return [];
			}
			const {path, picture} = prepared;
			const words = styles().dim(path === undefined ? 'not kept in a file' : deps.showPath(path));
			if (picture?.drawn.type === 'pixels') {
				return [...halfBlockLines(picture.drawn, deps.colours, deps.isLight()), words];
			}
			const {rows, mark} = picture === undefined ? {rows: 0, mark: ''} : graphics(picture);
			return [...Array.from({length: rows}, () => ''), `${mark}${words}`];
		},
	};
};
