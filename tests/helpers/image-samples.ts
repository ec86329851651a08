import {deflateSync} from 'node:zlib';
import type {ImageContent} from '../../source/ui/images/pictures.ts';

const chunk = (name: string, data: Uint8Array): Buffer => {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
};

type PngParts = {
	readonly width: number;
	readonly height: number;
	/** Filtered rows as they are before they are packed. */
	readonly rows: Uint8Array;
	readonly extra?: readonly Buffer[];
};

/** A PNG of RGBA pixels that says and holds whatever it is told to. */
export const makePng = ({width, height, rows, extra = []}: PngParts): Buffer => {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 6, 0, 0, 0], 8);
	return Buffer.concat([
		Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
		chunk('IHDR', header),
		...extra,
		chunk('IDAT', deflateSync(rows)),
		chunk('IEND', Buffer.alloc(0)),
	]);
};

/** A profile of colours that unpacks to so many bytes. */
export const profileChunk = (bytes: number): Buffer =>
	chunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))]));

/** Red, green; blue, clear. */
export const fourPixels = makePng({
	width: 2,
	height: 2,
	rows: Uint8Array.from([0, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 255, 255, 9, 9, 9, 0]),
});

/** One red pixel, in a picture that may say that it is larger. */
export const makeGif = (width = 1, height = 1, frame = 1): Buffer => {
	const gif = Buffer.from('47494638396101000100800000ff00000000002c00000000010001000002024401003b', 'hex');
	gif.writeUInt16LE(width, 6);
	gif.writeUInt16LE(height, 8);
	gif.writeUInt16LE(frame, 24);
	gif.writeUInt16LE(frame, 26);
	return gif;
};

export const imageOf = (bytes: Uint8Array, mimeType = 'image/png'): ImageContent => ({
	type: 'image',
	mimeType,
	data: Buffer.from(bytes).toString('base64'),
});
