/** How the text of a server becomes bytes and back. */
export type TextCodec = {
	/** The encoding by its proper name. */
	readonly encoding: string;
	/** A piece of a stream; it may begin and end in the middle of a character. */
	readonly toUtf8: (chunk: Buffer) => Buffer;
	/** A line of JSON, with its line break. */
	readonly fromJson: (json: string) => Buffer;
};

const nonAscii = /[^\0-\x7f]/g;

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Throws a RangeError for an encoding that does not exist. */
export const createTextCodec = (label: string): TextCodec => {
	const decoder = new TextDecoder(label);
	const {encoding} = decoder;
	if (encoding === 'utf-8')
		return {encoding, toUtf8: chunk => chunk, fromJson: json => Buffer.from(`${json}\n`, 'utf8')};

	const toUtf8 = (chunk: Buffer) => Buffer.from(decoder.decode(chunk, {stream: true}), 'utf8');
	if (encoding === 'utf-16le')
		return {encoding, toUtf8, fromJson: json => Buffer.from(`${json}\n`, 'utf16le')};
	if (encoding === 'utf-16be')
		return {encoding, toUtf8, fromJson: json => Buffer.from(`${json}\n`, 'utf16le').swap16()};
	// All others agree on ASCII, and JSON can say everything in ASCII: nothing is ever beyond an encoding.
	return {
		encoding,
		toUtf8,
		fromJson: json => Buffer.from(`${json.replace(nonAscii, escapeUnit)}\n`, 'ascii'),
	};
};
