/** Waits for a promise, but no longer than so many milliseconds. */
export const within = async (promise: Promise<unknown>, limit: number): Promise<void> => {
	let timer: NodeJS.Timeout | undefined;
	const tooLate = new Promise<void>(resolve => {
		timer = setTimeout(resolve, limit);
	});
	await Promise.race([promise, tooLate]);
	clearTimeout(timer);
};
