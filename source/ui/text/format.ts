export const formatDuration = (milliseconds: number): string => {
	if (Math.round(milliseconds) < 1000) {
		return `${Math.round(milliseconds)} ms`;
	}
	const seconds = (milliseconds / 1000).toFixed(1);
	if (Number(seconds) < 60) {
		return `${seconds} s`;
	}
	const whole = Math.floor(Math.max(60, milliseconds / 1000));
	return `${Math.floor(whole / 60)} m ${String(whole % 60).padStart(2, '0')} s`;
};

export const formatBytes = (bytes: number): string => {
	if (bytes < 1024) {
		return `${bytes} B`;
	}
	const kilobytes = (bytes / 1024).toFixed(1);
	return Number(kilobytes) < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
};

/** Cents matter at first; later they do not. */
export const formatCost = (dollars: number): string => `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;

export const formatTokens = (tokens: number): string => {
	if (tokens < 1000) {
		return tokens === 1 ? '1 token' : `${tokens} tokens`;
	}
	return `${(tokens / 1000).toFixed(1)}k tokens`;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The time of day where the user is. */
export const formatTime = (at: number): string => {
	const date = new Date(at);
	return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
};

export const formatMoment = (at: number): string => {
	const date = new Date(at);
	const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
	return `${day} ${formatTime(at)}`;
};
