const textTypes: ReadonlySet<string> = new Set(
	[
		...['json', 'x-ndjson', 'jsonl', 'xml', 'yaml', 'x-yaml', 'toml', 'sql', 'graphql', 'x-sh'],
		...['javascript', 'x-javascript', 'ecmascript', 'typescript', 'x-www-form-urlencoded'],
	].map(name => `application/${name}`),
);

/** Those that are also UTF-8. */
const charsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

const isTextType = (mimeType: string): boolean => {
	const [type = '', ...parameters] = mimeType
		.toLowerCase()
		.split(';')
		.map(part => part.trim());
	const charset = parameters.find(parameter => parameter.startsWith('charset='))?.slice('charset='.length);
	if (charset !== undefined && !charsets.has(charset.replaceAll('"', ''))) return false;
	// A picture stays one, whatever it is written in.
	return (
		type.startsWith('text/') ||
		textTypes.has(type) ||
		(type.startsWith('application/') && /\+(?:json|xml|yaml)$/.test(type))
	);
};

/** Without the space at the end: two ways to read it would take time that grows with its square. */
const base64 = /^[\w+/\s-]*={0,2}$/;

/** The text that a server sent as bytes; undefined where they are no text. No byte is lost by it. */
export const textOfBlob = (blob: string, mimeType: string | undefined): string | undefined => {
	if (mimeType === undefined || !isTextType(mimeType) || !base64.test(blob.trimEnd())) return undefined;
	try {
		const text = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(Buffer.from(blob, 'base64'));
		return text.includes('\0') ? undefined : text;
	} catch {
		// Not UTF-8, whatever the type says: then it is bytes.
		return undefined;
	}
};
