/** How many bytes data in base64 has, without decoding it. */
export const base64Bytes = (data: string): number => {
	const filling = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
	return Math.floor(((data.length - filling) * 3) / 4);
};
