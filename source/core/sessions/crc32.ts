const makeTable = (): Uint32Array =>
	new Uint32Array(256).map((_, index) => {
		let value = index;
		for (let bit = 0; bit < 8; bit += 1) {
			value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
		}

		return value;
	});

/** Made when it is first needed, which is after the first frame. */
let made: Uint32Array | undefined;

/** CRC-32 as in zip and PNG. Our own, because `zlib.crc32` is missing in early Node 20. */
export const crc32 = (bytes: Uint8Array): number => {
	made ??= makeTable();
	const table = made;
	let crc = 0xffffffff;
	// Counted, because an iterator is several times slower, and every byte of a log passes here.
	for (let index = 0; index < bytes.length; index += 1) {
		crc = (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
	}

	return (crc ^ 0xffffffff) >>> 0;
};
