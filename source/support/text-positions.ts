/** `line:col` of any offset. A file may have thousands of problems, so its lines are counted once. */
export const createPositions = (text: string): ((offset: number) => string) => {
	const starts = [0];
	for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
		starts.push(end + 1);
	}
	return offset => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle - 1;
		}
		return `${low + 1}:${offset - (starts[low] ?? 0) + 1}`;
	};
};
