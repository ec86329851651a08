/** Passes values on until the signal aborts; a source that ignores the signal cannot hold anyone up. */
export async function* untilAborted<Value>(
	source: AsyncIterable<Value>,
	signal: AbortSignal,
): AsyncGenerator<Value, void> {
	const iterator = source[Symbol.asyncIterator]();
	const done: IteratorResult<Value> = {done: true, value: undefined};
	let onAbort = (): void => undefined;
	const aborted = new Promise<IteratorResult<Value>>(resolve => {
		onAbort = () => resolve(done);
	});
	signal.addEventListener('abort', onAbort);
	try {
		while (!signal.aborted) {
			const next = await Promise.race([iterator.next(), aborted]);
			if (next.done === true) {
				return;
			}
			yield next.value;
		}
	} finally {
		signal.removeEventListener('abort', onAbort);
		// Not awaited: a source stuck in its own wait would keep us. Its late error is nobody's news.
		iterator.return?.()?.catch(() => undefined);
	}
}
