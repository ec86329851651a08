// Decodes images of strangers. Every size is known and found bearable before memory is taken for it.
import {inflateSync} from 'node:zlib';
import {decode as decodePng} from 'fast-png';
import decodeJpeg from 'jpeg-js/lib/decoder.js';
import {GifReader} from 'omggif';

/** About the largest photograph that comes up in a conversation. */
const mostPixels = 12 * 1024 * 1024;
const mostInflated = 100 * 1024 * 1024;
const mostJpegMegabytes = 400;

const refuse = why => {
	throw new Error(why);
};

const checkSize = (width, height) => {
	if (width < 1 || height < 1 || width * height > mostPixels) refuse('more pixels than are shown');
};

const signatureLength = 8;
/** Length, name and checksum. */
const chunkOverhead = 12;
/** The chunks that the pixels depend on; others may unpack to anything. */
const pngChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT'];

const readChunks = bytes => {
	const chunks = [];
	for (let at = signatureLength; at + chunkOverhead <= bytes.length; ) {
		const length = bytes.readUInt32BE(at);
		const name = bytes.toString('latin1', at + 4, at + 8);
		const end = at + chunkOverhead + length;
		if (end > bytes.length || name === 'IEND') break;
		const isFirst = name === 'IDAT' || !chunks.some(each => each.name === name);
		if (pngChunks.includes(name) && isFirst) {
			chunks.push({name, whole: bytes.subarray(at, end), data: bytes.subarray(at + 8, end - 4)});
		}
		at = end;
	}
	return chunks;
};

/** What most images are: three or four bytes for each pixel. */
const fromChannels = ({width, height, data}, channels) => ({
	width,
	height,
	readRow(row, into) {
		let at = row * width * channels;
		for (let target = 0; target < width * 4; target += 4) {
			into[target] = data[at];
			into[target + 1] = data[at + 1];
			into[target + 2] = data[at + 2];
			into[target + 3] = channels === 4 ? data[at + 3] : 255;
			at += channels;
		}
	},
});

const channelsOf = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4};
const end = Buffer.from('0000000049454e44ae426082', 'hex');

const readPng = bytes => {
	const chunks = readChunks(bytes);
	const header = chunks[0]?.name === 'IHDR' ? chunks[0].data : refuse('no header');
	if (header.length !== 13) refuse('no header');
	const [width, height, depth] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8]];
	checkSize(width, height);
	const channels = channelsOf[header[9]] ?? refuse('no such kind of colour');
	// Interlaced rows are more, and shorter.
	const inflated = height * (Math.ceil((width * channels * depth) / 8) + 1) + 16 * (width + height) + 64;
	if (inflated > mostInflated) refuse('more data than is shown');
	// Throws when the data is more than the header says: the decoder would go on.
	inflateSync(Buffer.concat(chunks.flatMap(({name, data}) => (name === 'IDAT' ? [data] : []))), {
		maxOutputLength: inflated,
	});
	const needed = [bytes.subarray(0, signatureLength), ...chunks.map(({whole}) => whole), end];
	const {data, palette, transparency = []} = decodePng(Uint8Array.from(Buffer.concat(needed)));
	if (depth === 8 && transparency.length === 0 && channels >= 3)
		return fromChannels({width, height, data}, channels);
	const perRow = depth < 8 ? Math.ceil((width * channels * depth) / 8) : width * channels;
	const most = 2 ** depth - 1;
	const valueAt = (row, index) => {
		if (depth >= 8) return data[row * perRow + index];
		const bit = index * depth;
		return (data[row * perRow + (bit >> 3)] >> (8 - depth - (bit & 7))) & most;
	};
	const isClear = values =>
		transparency.length === values.length && values.every((value, index) => value === transparency[index]);
	return {
		width,
		height,
		readRow(row, into) {
			for (let x = 0; x < width; x += 1) {
				const values = [];
				for (let channel = 0; channel < channels; channel += 1) {
					values.push(valueAt(row, x * channels + channel));
				}
				if (palette !== undefined && channels === 1) {
					const [red = 0, green = 0, blue = 0, alpha = 255] = palette[values[0]] ?? [];
					into.set([red, green, blue, alpha], x * 4);
					continue;
				}
				const hasAlpha = channels === 2 || channels === 4;
				const alpha = hasAlpha ? (values[channels - 1] * 255) / most : isClear(values) ? 0 : 255;
				for (let channel = 0; channel < 3; channel += 1) {
					into[x * 4 + channel] = (values[channels < 3 ? 0 : channel] * 255) / most;
				}
				into[x * 4 + 3] = alpha;
			}
		},
	};
};

const readJpeg = bytes => {
	const image = decodeJpeg(bytes, {
		useTArray: true,
		maxResolutionInMP: mostPixels / 1_000_000,
		maxMemoryUsageInMB: mostJpegMegabytes,
	});
	checkSize(image.width, image.height);
	return fromChannels(image, 4);
};

const readGif = bytes => {
	checkSize(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
	const reader = new GifReader(bytes);
	const {width, height} = reader;
	const frame = reader.frameInfo(0);
	if (frame.x + frame.width > width || frame.y + frame.height > height) refuse('larger than itself');
	const data = new Uint8Array(width * height * 4);
	reader.decodeAndBlitFrameRGBA(0, data);
	return fromChannels({width, height, data}, 4);
};

/** The pixels of a PNG, a JPEG or the first picture of a GIF, row by row. Throws where there are none to be had. */
export const readPixels = bytes => {
	if (bytes.length < 32) refuse('too short');
	if (bytes.toString('latin1', 0, signatureLength) === '\u0089PNG\r\n\u001A\n') return readPng(bytes);
	if (bytes.readUInt16BE(0) === 0xff_d8) return readJpeg(bytes);
	if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return readGif(bytes);
	return refuse('no kind of image that is known here');
};
