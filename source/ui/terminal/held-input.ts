import {withoutEnters} from './early-enters.ts';

export type HeldInput = {
	/** Hands over what was typed, where it is text that fits into a line, or lines, and nothing else; nothing otherwise. */
	readonly takeText: () => string;
	/** Puts back what was typed and lets go; the next reader gets it first. */
	readonly release: () => void;
};

const interrupt = 0x03;

/** Anything that may be a key, a paste or half a character. */
const noText = /(?!\n)[\p{Cc}\ufffd]/u;
const longestLine = 200;

/**
 * Takes the keyboard before there is a screen: what is typed meanwhile is neither echoed nor turned into
 * lines, and ctrl+c ends a start that hangs. Enter sends nothing meanwhile.
 */
export const holdInput = (stdin: NodeJS.ReadStream, onInterrupt: () => void): HeldInput => {
	let typed: Buffer[] = [];
	const onReadable = (): void => {
		for (let chunk: Buffer | null = stdin.read(); chunk !== null; chunk = stdin.read()) {
			typed.push(chunk);
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
			const text = withoutEnters(Buffer.concat(typed)).toString();
			const isShown = text.length <= longestLine || text.includes('\n');
			if (text === '' || !isShown || noText.test(text)) {
				return '';
			}
			typed = [];
			return text;
		},
		release() {
			stdin.off('readable', onReadable);
			const bytes = withoutEnters(Buffer.concat(typed));
			typed = [];
			if (bytes.length > 0) {
				stdin.unshift(bytes);
			}
		},
	};
};
