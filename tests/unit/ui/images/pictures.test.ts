import {stripVTControlCharacters as seen} from 'node:util';
import {describe, expect, it} from 'vitest';
import type {KeepImage} from '../../../../source/app/app.ts';
import type {AppFact} from '../../../../source/domain/event.ts';
import type {ChosenWay} from '../../../../source/ui/images/image-way.ts';
import type {DrawnPicture, PictureWish} from '../../../../source/ui/images/picture-thread.ts';
import {createPictures} from '../../../../source/ui/images/pictures.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../../../source/ui/transcript/markdown-writer.ts';
import {createPrinter} from '../../../../source/ui/transcript/printer.ts';
import {fourPixels, imageOf, makePng} from '../../../helpers/image-samples.ts';
import {requested, stateAfter} from '../../../helpers/ui-samples.ts';

const longPath = `~/${'folder/'.repeat(14)}image.png`;

const setUp = (way: ChosenWay = 'blocks', keepImage: KeepImage = async () => longPath) => {
	const wishes: PictureWish[] = [];
	const inserted: string[] = [];
	let ready = 0;
	const pictures = createPictures({
		way,
		colours: 'millions',
		isLight: () => true,
		styles: () => createStyles(true),
		rows: () => 24,
		thread: {
			draw: async (wish): Promise<DrawnPicture> => {
				wishes.push(wish);
				const {width, height, form} = wish;
				return form === 'pixels'
					? {type: 'pixels', width, height, pixels: new Uint8Array(width * height * 4).fill(255)}
					: {type: 'encoded', data: 'AAAA'};
			},
		},
		keepImage,
		showPath: each => each,
		insert: sequence => {
			inserted.push(sequence);
			return '<mark>';
		},
		onReady: () => {
			ready += 1;
		},
	});
	const settle = async () => {
		for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
		return ready;
	};
	return {pictures, wishes, inserted, settle};
};

const wide = imageOf(makePng({width: 800, height: 200, rows: Buffer.alloc(8)}));

describe('pictures', () => {
	it('are half blocks with the path below, no wider than the room', async () => {
		const {pictures, settle, wishes} = setUp();
		expect(pictures.prepare([wide], 20)).toBe(false);
		expect(await settle()).toBe(1);
		expect(pictures.prepare([wide], 20)).toBe(true);
		expect(wishes.map(({width, height}) => [width, height])).toEqual([[20, 5]]);
		expect(pictures.lines(wide).map(line => seen(line))).toEqual([
			...Array(3).fill('▀'.repeat(20)),
			longPath,
		]);
	});

	it('are made again for another width', async () => {
		const {pictures, settle} = setUp();
		pictures.prepare([wide], 20);
		await settle();
		expect(pictures.prepare([wide], 30)).toBe(false);
		await settle();
		expect(pictures.prepare([wide], 30)).toBe(true);
	});

	it('leave room for graphics, which are drawn from the line below', async () => {
		const {pictures, settle, inserted, wishes} = setUp('kitty');
		pictures.prepare([wide], 80);
		await settle();
		expect(pictures.lines(wide).map(line => seen(line))).toEqual(['', '', '', '', '', `<mark>${longPath}`]);
		expect(inserted).toEqual(['\u001B7\u001B[5A\u001B_Ga=T,f=100,q=2,C=1,r=5,m=0;AAAA\u001B\\\u001B8']);
		expect(wishes[0]).toMatchObject({form: 'png', width: 800, height: 200});
	});

	it.each([
		['of too many pixels', imageOf(makePng({width: 60_000, height: 60_000, rows: Buffer.alloc(8)}))],
		['of no pixels', imageOf(makePng({width: 0, height: 5, rows: Buffer.alloc(8)}))],
		['of an unknown kind', imageOf(Buffer.from('RIFFxxxxWEBP'))],
		['of too many bytes', {...wide, data: wide.data + 'A'.repeat(15_000_000)}],
	])('are not even tried %s: there is the path', async (_what, image) => {
		const {pictures, settle, wishes} = setUp();
		pictures.prepare([image], 80);
		await settle();
		expect(pictures.lines(image).map(line => seen(line))).toEqual([longPath]);
		expect(wishes).toEqual([]);
	});

	it('say that there is no file', async () => {
		const {pictures, settle} = setUp('none', async () => undefined);
		pictures.prepare([wide], 80);
		await settle();
		expect(pictures.lines(wide).map(line => seen(line))).toEqual(['not kept in a file']);
	});
});

it('prints a call with its pictures when they are ready, in one piece', async () => {
	const {pictures, settle} = setUp();
	const printer = createPrinter(
		() => createStyles(true),
		createMarkdownLoader().createAnswerWriter,
		pictures,
	);
	const image = imageOf(fourPixels);
	const succeeded: AppFact = {type: 'call-succeeded', callId: 'c1', result: {content: [image]}};
	const state = stateAfter([requested('c1'), succeeded]);
	expect(printer.advance(state, 80)).toEqual([]);
	expect(printer.pending(state, 80).calls).toHaveLength(1);
	await settle();
	const [block] = printer.advance(state, 80);
	expect(block?.lines.map(line => seen(line)).slice(-3)).toEqual([
		expect.stringContaining('image · image/png · 2 × 2'),
		'  ▀▀',
		`  ${longPath}`,
	]);
	expect(printer.advance(state, 80)).toEqual([]);
});

it('prints a message with the pictures that are attached to it', async () => {
	const {pictures, settle} = setUp();
	const printer = createPrinter(
		() => createStyles(true),
		createMarkdownLoader().createAnswerWriter,
		pictures,
	);
	const accepted: AppFact = {
		type: 'message-accepted',
		turnId: 't1',
		messageId: 'm1',
		text: 'what is @files:a.png',
		attachments: [
			{type: 'resource', server: 'files', uri: 'a.png', size: 81, content: [imageOf(fourPixels)]},
		],
	};
	const state = stateAfter([accepted]);
	expect(printer.advance(state, 80)).toEqual([]);
	await settle();
	expect(printer.advance(state, 80)[0]?.lines.map(line => seen(line))).toEqual([
		'› what is @files:a.png',
		'  @files a.png  81 B',
		'  ▀▀',
		`  ${longPath}`,
	]);
});
