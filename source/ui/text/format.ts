export const formatDuration = (milliseconds: number): string => {
	if (milliseconds < 1000) {
		return `${Math.round(milliseconds)} ms`;
	}
	const seconds = milliseconds / 1000;
	if (seconds < 60) {
		return `${seconds.toFixed(1)} s`;
	}
	const minutes = Math.floor(seconds / 60);
	return `${minutes} m ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
};

export const formatBytes = (bytes: number): string => {
	if (bytes < 1024) {
		return `${bytes} B`;
	}
	return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
};

export const formatTokens = (tokens: number): string =>
	tokens < 1000 ? `${tokens} tokens` : `${(tokens / 1000).toFixed(1)}k tokens`;
