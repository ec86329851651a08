type TextStream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** The same stream for texts without secrets. Each text is looked at by itself: whoever writes, writes whole lines. */
export const redactedStream = (stream: TextStream, redact: (text: string) => string): TextStream => ({
	isTTY: stream.isTTY,
	write: (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean =>
		Reflect.apply(stream.write, stream, [typeof chunk === 'string' ? redact(chunk) : chunk, ...rest]) ===
		true,
});
