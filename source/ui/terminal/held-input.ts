export type HeldInput = {
	/** Hands over what was typed, where it is text that fits into a line and nothing else; nothing otherwise. */
	readonly takeText: () => string;
	/** Puts back what was typed and lets go; the next reader gets it first. */
	readonly release: () => void;
};

const interrupt = 0x03;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Anything that may be a key, a paste or half a character. */
const noText = /[\p{Cc}\ufffd]/u;
const longestText = 200;

/** Until we took the keyboard the terminal made line feeds of enter, and nobody types ctrl+j that early. */
const withEnter = (chunk: Buffer): Buffer =>
	Buffer.from(chunk.map(byte => (byte === lineFeed ? carriageReturn : byte)));

/**
 * Takes the keyboard before there is a screen: what is typed meanwhile is neither echoed nor turned into
 * lines, and ctrl+c ends a start that hangs. `isTaken` says that the keyboard was ours already.
 */
export const holdInput = (stdin: NodeJS.ReadStream, onInterrupt: () => void, isTaken = false): HeldInput => {
	let typed: Buffer[] = [];
	const onReadable = (): void => {
		for (let chunk: Buffer | null = stdin.read(); chunk !== null; chunk = stdin.read()) {
			// What was typed before we took the keyboard comes first, and at once.
			typed.push(typed.length === 0 && !isTaken ? withEnter(chunk) : chunk);
			if (chunk.includes(interrupt)) {
				stdin.setRawMode(false);
				onInterrupt();
			}
		}
	};
	stdin.setRawMode(true);
	// Not 'data': to stop that one pauses the stream, and Node carries a pause out after the next reader came.
	stdin.on('readable', onReadable);
	return {
		takeText() {
			onReadable();
			const bytes = Buffer.concat(typed);
			const text = bytes.length > longestText ? '' : bytes.toString();
			if (text === '' || noText.test(text)) {
				return '';
			}
			typed = [];
			return text;
		},
		release() {
			stdin.off('readable', onReadable);
			if (typed.length > 0) {
				stdin.unshift(Buffer.concat(typed));
				typed = [];
			}
		},
	};
};
