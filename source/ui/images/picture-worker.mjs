// Runs in a thread of its own, so that no image can hold up the program: the build puts it into the bundle as text,
// and tests run this file. That is why it is JavaScript.
import {parentPort} from 'node:worker_threads';
import {encode} from 'fast-png';
import {encodeSixel} from './encode-sixel.mjs';
import {readPixels} from './read-pixels.mjs';

/** Each pixel of the small picture is the mean of those that it stands for. */
const scale = (source, width, height) => {
	const sums = new Float64Array(width * height * 4);
	const counts = new Uint32Array(width * height);
	const row = new Uint8Array(source.width * 4);
	for (let y = 0; y < source.height; y += 1) {
		source.readRow(y, row);
		const first = Math.floor((y * height) / source.height) * width;
		for (let x = 0; x < source.width; x += 1) {
			const target = first + Math.floor((x * width) / source.width);
			const alpha = row[x * 4 + 3];
			counts[target] += 1;
			// What is clear has no colour, whatever it says.
			sums[target * 4] += row[x * 4] * alpha;
			sums[target * 4 + 1] += row[x * 4 + 1] * alpha;
			sums[target * 4 + 2] += row[x * 4 + 2] * alpha;
			sums[target * 4 + 3] += alpha;
		}
	}
	const pixels = new Uint8Array(width * height * 4);
	for (let target = 0; target < counts.length; target += 1) {
		const alpha = sums[target * 4 + 3];
		for (let channel = 0; channel < 3; channel += 1) {
			pixels[target * 4 + channel] = alpha === 0 ? 0 : Math.round(sums[target * 4 + channel] / alpha);
		}
		pixels[target * 4 + 3] = Math.round(alpha / (counts[target] || 1));
	}
	return pixels;
};

const draw = ({bytes, width, height, form}) => {
	const source = readPixels(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
	// The header that was asked for the size may have been another one than the decoder's.
	if (width > source.width || height > source.height) throw new Error('smaller than it says');
	const pixels = scale(source, width, height);
	switch (form) {
		case 'png':
			return {type: 'encoded', data: Buffer.from(encode({width, height, data: pixels})).toString('base64')};
		case 'sixel':
			return {type: 'encoded', data: encodeSixel(pixels, width, height)};
		default:
			return {type: 'pixels', width, height, pixels};
	}
};

parentPort?.on('message', wish => {
	try {
		parentPort.postMessage(draw(wish));
	} catch {
		// Whatever is wrong with it, there is no picture, and the line that names the image stands for it.
		parentPort.postMessage(undefined);
	}
});
parentPort?.postMessage('ready');
