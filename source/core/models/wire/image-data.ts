export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** What the strictest provider takes, in characters of base64. */
const mostCharacters = 5 * 1024 * 1024;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export const looksLikeBase64 = (data: string): boolean => data.length % 4 === 0 && base64.test(data);

/** By its first bytes: what a server claims is often wrong, and a provider refuses the request when it is. */
const typeOf = (data: string): ImageType | undefined => {
	const start = Buffer.from(data.slice(0, 16), 'base64').toString('latin1');
	if (start.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png';
	if (start.startsWith('\xFF\xD8\xFF')) return 'image/jpeg';
	if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
	if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'image/webp';
	return undefined;
};

export type ImageReading =
	| {readonly type: 'image'; readonly mimeType: ImageType; readonly data: string}
	| {readonly type: 'unusable'; readonly reason: string};

/** Whether base64 is an image that providers take. */
export const readImage = (written: string): ImageReading => {
	// Line breaks in base64 are usual in mail and forbidden here. Checked first, because copying megabytes is not free.
	const data = /\s/.test(written) ? written.replace(/\s+/g, '') : written;
	if (data.length > mostCharacters) return {type: 'unusable', reason: 'too large for the model'};
	const mimeType = looksLikeBase64(data) ? typeOf(data) : undefined;
	return mimeType === undefined
		? {type: 'unusable', reason: 'not in a form that the model takes'}
		: {type: 'image', mimeType, data};
};
