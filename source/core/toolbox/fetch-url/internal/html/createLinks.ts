const longestAddress = 1000;
const shownSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

const parse = (text: string, base: URL): URL | undefined => {
	// Every link would carry a long base along.
	const trimmed = text.trim();
	if (trimmed === '' || trimmed.length > longestAddress || base.href.length > longestAddress)
		return undefined;
	return URL.canParse(trimmed, base) ? new URL(trimmed, base) : undefined;
};

/** The addresses of links in a page, whole. */
export const createLinks = (address: URL) => {
	let base = address;
	let hasBase = false;
	return {
		/** The first counts. */
		setBase: (href: string | undefined): void => {
			if (hasBase || href === undefined) return;
			hasBase = true;
			base = parse(href, address) ?? address;
		},
		/** Undefined where a link leads nowhere else, or to something that is no page. */
		resolve: (href: string | undefined): string | undefined => {
			if (href === undefined || href.trimStart().startsWith('#')) return undefined;
			const url = parse(href, base);
			return url !== undefined && shownSchemes.has(url.protocol) && url.href.length <= longestAddress
				? url.href
				: undefined;
		},
	};
};
