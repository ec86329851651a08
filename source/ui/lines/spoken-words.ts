/** `1.2 seconds`, `3 minutes 5 seconds`. */
export const spokenDuration = (milliseconds: number): string => {
	const seconds = milliseconds / 1000;
	if (seconds < 60) {
		const text = seconds < 10 ? seconds.toFixed(1).replace(/\.0$/, '') : String(Math.floor(seconds));
		return `${text} ${text === '1' ? 'second' : 'seconds'}`;
	}
	const minutes = Math.floor(seconds / 60);
	return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${Math.floor(seconds % 60)} seconds`;
};

/** Closes a sentence that may be closed already. */
export const sentence = (text: string): string => (/[.!?:…]$/.test(text) ? text : `${text}.`);
