type WatchedInput = {
	/** What Ink reads from. */
	readonly stream: NodeJS.ReadStream;
	/** False when the terminal has said that another window has the keyboard. */
	readonly isFocused: () => boolean;
};

const report = /\u001B\[([IO])/g;
/** A report may come in two pieces. */
const tailLength = 2;

/**
 * Listens to what Ink reads: the terminal says there, too, whether its window has the keyboard. Nothing is
 * taken away; Ink itself drops sequences that are no keys.
 */
export const watchInput = (stdin: NodeJS.ReadStream): WatchedInput => {
	let isFocused = true;
	let tail = '';
	const hear = (chunk: unknown): void => {
		const text = tail + String(chunk);
		const last = [...text.matchAll(report)].at(-1)?.[1];
		isFocused = last === undefined ? isFocused : last === 'I';
		tail = text.slice(-tailLength);
	};
	const stream: NodeJS.ReadStream = new Proxy(stdin, {
		get(target, property) {
			const value: unknown = Reflect.get(target, property, target);
			if (property === 'read') {
				return (size?: number) => {
					const chunk: unknown = target.read(size);
					if (chunk !== null) {
						hear(chunk);
					}
					return chunk;
				};
			}
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
	return {stream, isFocused: () => isFocused};
};
