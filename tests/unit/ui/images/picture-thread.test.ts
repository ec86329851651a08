import jpeg from 'jpeg-js';
import {afterAll, describe, expect, it} from 'vitest';
import {createPictureThread, type PictureForm} from '../../../../source/ui/images/picture-thread.ts';
import {fourPixels, makeGif, makePng, profileChunk} from '../../../helpers/image-samples.ts';

const schedule = (run: () => void, milliseconds: number) => {
	const timer = setTimeout(run, milliseconds);
	return () => clearTimeout(timer);
};
const thread = createPictureThread(schedule, 60_000);
afterAll(thread.end);

const draw = (bytes: Uint8Array, form: PictureForm = 'pixels', width = 1, height = 1) =>
	thread.draw({bytes, width, height, form});

describe('the thread that draws', () => {
	it('gives the pixels of a PNG, as they are or smaller', async () => {
		const whole = await draw(fourPixels, 'pixels', 2, 2);
		expect(whole?.type === 'pixels' && [...whole.pixels]).toEqual([
			...[255, 0, 0, 255],
			...[0, 255, 0, 255],
			...[0, 0, 255, 255],
			...[0, 0, 0, 0],
		]);
		const small = await draw(fourPixels);
		expect(small?.type === 'pixels' && [...small.pixels]).toEqual([85, 85, 85, 191]);
	});

	it('reads JPEG and the first picture of a GIF', async () => {
		const data = Buffer.from(Array.from({length: 64}, () => [10, 200, 30, 255]).flat());
		const photo = await draw(jpeg.encode({width: 8, height: 8, data}, 95).data);
		expect(photo?.type === 'pixels' && Math.abs((photo.pixels[1] ?? 0) - 200)).toBeLessThan(6);
		const gif = await draw(makeGif());
		expect(gif?.type === 'pixels' && [...gif.pixels]).toEqual([255, 0, 0, 255]);
	});

	it('encodes its own pixels for terminals', async () => {
		const png = await draw(fourPixels, 'png', 2, 2);
		expect(png?.type === 'encoded' && Buffer.from(png.data, 'base64').toString('latin1', 1, 4)).toBe('PNG');
		const sixel = await draw(fourPixels, 'sixel', 2, 2);
		expect(sixel).toEqual({
			type: 'encoded',
			data: '\u001BP0;1;0q"1;1;2;2#180;2;100;0;0#30;2;0;100;0#5;2;0;0;100#180@?$#30?@$#5A?\u001B\\',
		});
	});

	const rows = Buffer.alloc(64 * 1024 * 1024);
	it.each([
		['nothing', Buffer.alloc(0)],
		['another kind of file', Buffer.from('%PDF-1.7 and so on, for quite a while longer')],
		['a PNG that is cut off', fourPixels.subarray(0, 60)],
		['a PNG of far too many pixels', makePng({width: 60_000, height: 60_000, rows: Buffer.alloc(8)})],
		['a PNG with more data than it says', makePng({width: 2, height: 2, rows})],
		['a GIF with a huge canvas', makeGif(65_535, 65_535)],
		['a GIF whose picture is larger than itself', makeGif(1, 1, 65_535)],
		['a JPEG that is cut off', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(64)])],
	])('refuses %s, and goes on', async (_what, bytes) => {
		await expect(draw(bytes)).resolves.toBeUndefined();
		await expect(draw(fourPixels)).resolves.toBeDefined();
	});

	it('does not unpack what the pixels do not need', async () => {
		const bytes = makePng({
			width: 1,
			height: 1,
			rows: Uint8Array.from([0, 1, 2, 3, 255]),
			extra: [profileChunk(64 * 1024 * 1024)],
		});
		await expect(draw(bytes)).resolves.toEqual({
			type: 'pixels',
			width: 1,
			height: 1,
			pixels: Uint8Array.from([1, 2, 3, 255]),
		});
	});

	it('gives up what takes too long, and begins anew', async () => {
		let isHurried = true;
		const hurried = createPictureThread((run, milliseconds) => {
			if (!isHurried) return schedule(run, milliseconds);
			isHurried = false;
			return schedule(run, 0);
		});
		const lost = hurried.draw({bytes: fourPixels, width: 1, height: 1, form: 'pixels'});
		await expect(lost).resolves.toBeUndefined();
		await expect(
			hurried.draw({bytes: fourPixels, width: 1, height: 1, form: 'pixels'}),
		).resolves.toBeDefined();
		hurried.end();
	});
});
