/** How much of the data is looked at: the size is near the beginning, behind what a camera wrote about itself. */
const headLength = 128 * 1024;

type Size = {readonly width: number; readonly height: number};

const pngSize = (bytes: Buffer): Size | undefined =>
	bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89_50_4e_47
		? {width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20)}
		: undefined;

const gifSize = (bytes: Buffer): Size | undefined =>
	bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF'
		? {width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8)}
		: undefined;

/** The markers of a frame, which holds the size. */
const isFrame = (marker: number): boolean =>
	marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const jpegSize = (bytes: Buffer): Size | undefined => {
	if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) {
		return undefined;
	}
	for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
		if (isFrame(bytes[at + 1] ?? 0)) {
			return {width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5)};
		}
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	return undefined;
};

/** The pixels of a PNG, GIF or JPEG, from its first bytes; undefined where they do not say. */
export const imageSize = (base64: string): Size | undefined => {
	const bytes = Buffer.from(base64.slice(0, headLength), 'base64');
	return pngSize(bytes) ?? gifSize(bytes) ?? jpegSize(bytes);
};
