const mask = '•••';

/** A part of a path that no person wrote: many services put a key there. */
const looksRandom = (segment: string): boolean =>
	segment.length >= 20 && /\d/.test(segment) && /[a-z]/i.test(segment) && /^[\w~.=-]+$/.test(segment);

/** A URL as it may be shown: without user, password, query, and parts of the path that look like keys. */
export const describeAddress = (address: string): string => {
	if (!URL.canParse(address)) return '(not a URL)';
	const url = new URL(address);
	const path = url.pathname
		.split('/')
		.map(segment => (looksRandom(segment) ? mask : segment))
		.join('/');
	return `${url.protocol}//${url.host}${path}${url.search === '' ? '' : `?${mask}`}`;
};
